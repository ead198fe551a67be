// The lender's packs of a project, newest first: each with its number and period, to save and to share.
import { Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import { shortDay } from '#contract/core/day-words.ts';
import type { Pack } from '#contract/sharing/endpoints.ts';
import { buttonIconVariants, buttonVariants } from '#web/ui/controls/button.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';
import type { PackedProject } from './pack-dialog.tsx';
import { ShareButton } from './share-button.tsx';

type PackListProps = { list: ComponentProps<typeof InfiniteList<Pack>>['list']; project: PackedProject };

export function PackList({ list, project }: PackListProps) {
  return (
    <section className="grid gap-3 border-line border-t pt-4">
      <h3 className="font-semibold">Packs of this project</h3>
      <InfiniteList
        list={list}
        moreLabel="Older packs"
        skeletons={<Skeleton className="h-16" />}
        empty={<p className="text-muted text-sm">No packs yet.</p>}
      >
        {(rows) => (
          <ul className="grid gap-3">
            {rows.map((pack) => (
              <PackRow key={pack.id} pack={pack} project={project} />
            ))}
          </ul>
        )}
      </InfiniteList>
    </section>
  );
}

function PackRow({ pack, project }: { pack: Pack; project: PackedProject }) {
  const { id, number, from, to, madeAt, corrects, withdrawn } = pack;
  const name = `Pack no. ${number}`;
  return (
    <li className="flex flex-wrap items-start justify-between gap-2 rounded-control border border-line p-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">
          {name}
          {corrects !== null && `, which corrects no. ${corrects}`}
        </p>
        <p className="text-muted text-sm">
          {shortDay(from, to)} to {shortDay(to)} · made on <Instant at={madeAt} day />
        </p>
        {withdrawn && (
          <p className="text-muted text-sm">
            A picture in it has been taken back since, so it can no longer be downloaded. Make it again under the next
            number.
          </p>
        )}
      </div>
      {!withdrawn && (
        <div className="flex flex-wrap gap-2">
          <ShareButton
            subject={{
              scope: 'report',
              projectId: project.id,
              report: { of: 'pack', number },
              name: `${name}, ${project.name}`,
            }}
            label={`Share no. ${number}`}
          />
          <a href={`/api/packs/${id}/file`} download className={buttonVariants({})}>
            <Download aria-hidden="true" className={buttonIconVariants} />
            Save no. {number}
          </a>
        </div>
      )}
    </li>
  );
}

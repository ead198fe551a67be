// The files of a deliverable, by folder, each with its size and to be saved.
import { CircleAlert, Download, FileLock2 } from 'lucide-react';
import { type Deliverable, sessionDeliverable } from '#contract/media/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { type FileGroup, groupFiles, problemWords, sizeWords, totalWords, withheldWords } from './deliverable-words.ts';
import type { DeliverableProps } from './stored-deliverable.tsx';

export function DeliverableDialog({ session, field, label, ...control }: DialogControl & DeliverableProps) {
  const found = useApiQuery(sessionDeliverable, { params: { id: session.id, field } });
  const { data } = found;
  return (
    <Dialog
      {...control}
      title={label}
      description={data && data.files.length > 0 && totalWords(data.files)}
      footer={<Button onClick={() => control.onOpenChange(false)}>Close</Button>}
    >
      {data && <Files deliverable={data} onRetry={() => found.refetch()} isAsking={found.isFetching} />}
      {!data && (found.error ? <QueryError query={found} /> : <Skeleton className="h-44 rounded-card" />)}
    </Dialog>
  );
}

type FilesProps = { deliverable: Deliverable; onRetry: () => void; isAsking: boolean };

function Files({ deliverable, onRetry, isAsking }: FilesProps) {
  const withheld = withheldWords(deliverable);
  if (deliverable.problem !== null)
    return (
      <EmptyState
        icon={CircleAlert}
        action={
          <Button pending={isAsking} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {deliverable.problem}
      </EmptyState>
    );
  if (deliverable.files.length === 0) return <EmptyState icon={FileLock2}>{withheld}</EmptyState>;
  return (
    <div className="grid gap-5">
      {groupFiles(deliverable.files).map((group) => (
        <Group key={group.name ?? ''} group={group} />
      ))}
      {withheld && <p className="text-muted text-sm">{withheld}</p>}
    </div>
  );
}

function Group({ group: { name, files } }: { group: FileGroup }) {
  return (
    <section aria-label={name ?? 'Files'}>
      {name !== undefined && <h3 className="wrap-anywhere mb-1 font-semibold text-sm">{name}</h3>}
      <ul className="divide-y divide-line rounded-card border border-line">
        {files.map((file) => (
          <li key={file.id} className="[content-visibility:auto] [contain-intrinsic-size:auto_2.75rem]">
            <a
              href={file.fileUrl}
              download
              className="flex min-h-11 items-center gap-3 rounded-card px-3 py-2 hover:bg-sunken focus-visible:-outline-offset-2"
            >
              <span className="wrap-anywhere min-w-0 flex-1">
                {file.name}
                {file.problem !== undefined && <span className="block text-muted text-sm">{problemWords(file)}</span>}
              </span>
              <span className="shrink-0 text-muted text-sm tabular-nums">{sizeWords(file)}</span>
              <Download aria-hidden="true" className="size-4 shrink-0 text-faint" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

// How often digests come, when answers are reminded of, and how much a project may upload.
import { Pencil } from 'lucide-react';
import { companyDefaults, type SavedDefaults } from '#contract/company-defaults.ts';
import { digestRhythmLabels } from '#contract/notification-preferences.ts';
import { formatNumber } from '#web/lib/format.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import { useDialogs } from '#web/lib/use-dialogs.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { QueryError } from '#web/ui/query-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { remindersInWords } from './company-words.ts';

const DefaultsDialog = lazyDialog(() => import('./defaults-dialog.tsx'), 'DefaultsDialog');

export function DefaultsSection() {
  const found = useApiQuery(companyDefaults, {});
  const { open, dialogs } = useDialogs({
    edit: (control, saved: SavedDefaults) => <DefaultsDialog {...control} saved={saved} />,
  });
  return (
    <section aria-labelledby="company-defaults" className="mb-8">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-prose">
          <h2 id="company-defaults" className="font-semibold text-lg">
            Reminders, digests and uploads
          </h2>
          <p className="text-muted">The digest is for whoever chose none in their profile.</p>
        </div>
        {found.data && (
          <Button icon={Pencil} onClick={() => open('edit', found.data)}>
            Edit reminders, digests and uploads
          </Button>
        )}
      </div>
      {found.error ? <QueryError query={found} /> : <Facts saved={found.data} />}
      {dialogs}
    </section>
  );
}

function Facts({ saved }: { saved: SavedDefaults | undefined }) {
  if (!saved) return <Skeleton className="h-24 w-full" />;
  const { digest, remindsHalfway, uploadQuotaGb, uploadsOn, fixed } = saved;
  const quota = (
    <span key="quota" className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      {formatNumber(uploadQuotaGb)} GB for each project{' '}
      {fixed.includes('uploadQuotaGb') && <Badge>Set in the environment</Badge>}
    </span>
  );
  return (
    <Card className="px-4 py-3">
      <FactList
        facts={[
          ['Reminders of answers', remindersInWords(remindsHalfway)],
          ['Digest', digestRhythmLabels[digest]],
          ['Uploads', uploadsOn ? quota : 'Off'],
        ]}
      />
    </Card>
  );
}

// The concerns on a project's sessions that one may read, newest first.
import { ShieldCheck } from 'lucide-react';
import { formatDate } from '#contract/core/day-words.ts';
import { type Dispute, disputes } from '#contract/disputes/endpoints.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { count, fullName } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { DisputeStatus, Priority } from '#web/ui/display/status-badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';

const DisputeDetailsDialog = lazyDialog(
  () => import('#web/features/disputes/dispute-details-dialog.tsx'),
  'DisputeDetailsDialog',
);

export function ProjectDisputes({ projectId }: { projectId: number }) {
  const list = useInfiniteList(disputes, { query: { projectId } });
  const { open, dialogs } = useDialogs({
    details: (control, { session }: Dispute) => <DisputeDetailsDialog {...control} session={session} />,
  });
  return (
    <>
      <InfiniteList
        list={list}
        skeletons={<Skeleton className="h-64 rounded-card" />}
        empty={
          <EmptyState icon={ShieldCheck} title="No concerns">
            Nobody has raised a concern about this project.
          </EmptyState>
        }
      >
        {(rows) => (
          <Card className="max-w-3xl">
            <ul className="divide-y divide-line">
              {rows.map((dispute) => (
                <li key={dispute.id}>
                  <DisputeRow dispute={dispute} onRead={() => open('details', dispute)} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </InfiniteList>
      {dialogs}
    </>
  );
}

function DisputeRow({ dispute, onRead }: { dispute: Dispute; onRead: () => void }) {
  const { client, session } = dispute;
  const where = [session.site?.name, `session of ${formatDate(session.captureDate)}`].filter(Boolean).join(', ');
  return (
    <button
      type="button"
      onClick={onRead}
      className="grid w-full gap-1.5 px-4 py-3.5 text-left transition-colors hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5"
    >
      <span className="flex flex-wrap items-center gap-2">
        <DisputeStatus status={dispute.status} />
        <Priority priority={dispute.priority} />
      </span>
      <span className="wrap-anywhere line-clamp-2">{dispute.reason}</span>
      <span className="wrap-anywhere text-muted text-sm tabular-nums">
        {fullName(client)} on <Instant at={dispute.createdAt} day /> · {where}
        {dispute.messageCount > 0 && ` · ${count(dispute.messageCount, 'message')}`}
      </span>
    </button>
  );
}

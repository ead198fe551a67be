// The concerns on a project's sessions that one may read, newest first.
import { ShieldCheck } from 'lucide-react';
import { type Dispute, disputes } from '#contract/disputes.ts';
import { DisputeDetailsDialog } from '#web/features/disputes/lazy-dialogs.ts';
import { count, formatDate, fullName } from '#web/lib/format.ts';
import { useInfiniteList } from '#web/lib/queries.ts';
import { useDialogs } from '#web/lib/use-dialogs.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { InfiniteList } from '#web/ui/infinite-list.tsx';
import { Instant } from '#web/ui/instant.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DisputeStatus, Priority } from '#web/ui/status-badge.tsx';

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

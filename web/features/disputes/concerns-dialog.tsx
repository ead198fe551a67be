// All concerns that one may read, newest first, with their conversations.
import { ShieldCheck } from 'lucide-react';
import { Link } from 'wouter';
import { disputes } from '#contract/disputes.ts';
import { formatDate } from '#web/lib/format.ts';
import { useInfiniteList } from '#web/lib/queries.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { InfiniteList } from '#web/ui/infinite-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DisputeCard } from './dispute-card.tsx';
import { disputePath } from './dispute-labels.ts';

export function ConcernsDialog(control: DialogControl) {
  const list = useInfiniteList(disputes, {}, { enabled: control.open });
  return (
    <Dialog {...control} size="lg" title="Concerns">
      <InfiniteList
        list={list}
        moreLabel="Show older concerns"
        skeletons={<Skeleton className="h-44 rounded-card" />}
        empty={
          <EmptyState icon={ShieldCheck} title="No concerns">
            Raise one beside the session that it is about.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="grid gap-5">
            {rows.map((dispute) => (
              <li key={dispute.id} className="grid min-w-0 gap-1.5">
                <Link
                  href={`/sessions/${dispute.session.id}#concerns`}
                  className="touch-target wrap-anywhere min-h-6 justify-self-start rounded-control text-muted text-sm underline underline-offset-2 hover:text-ink"
                >
                  {disputePath(dispute)} · {formatDate(dispute.session.captureDate)}
                </Link>
                <DisputeCard dispute={dispute} startsOpen={false} />
              </li>
            ))}
          </ul>
        )}
      </InfiniteList>
    </Dialog>
  );
}

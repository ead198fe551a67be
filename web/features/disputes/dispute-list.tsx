// The concerns of one session, newest first.
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { type Dispute, sessionDisputes } from '#contract/disputes/endpoints.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';
import { DisputeCard } from './dispute-card.tsx';
import { initialDispute } from './dispute-labels.ts';

export function DisputeList({ sessionId }: { sessionId: number }) {
  const disputes = useInfiniteList(sessionDisputes, { params: { id: sessionId } });
  return (
    <InfiniteList
      list={disputes}
      moreLabel="Show older concerns"
      skeletons={<Skeleton className="h-44 rounded-card" />}
      empty={
        <EmptyState icon={ShieldCheck} title="No concerns" className="-my-5">
          Nobody has raised a concern about this session.
        </EmptyState>
      }
    >
      {(rows) => <Cards disputes={rows} />}
    </InfiniteList>
  );
}

/** Which one stands open is decided once: a change of status must not fold what is being read. */
function Cards({ disputes }: { disputes: Dispute[] }) {
  const [first] = useState(() => initialDispute(disputes));
  return (
    <ul className="grid gap-4">
      {disputes.map((dispute) => (
        <li key={dispute.id} className="min-w-0">
          <DisputeCard dispute={dispute} startsOpen={dispute.id === first} />
        </li>
      ))}
    </ul>
  );
}

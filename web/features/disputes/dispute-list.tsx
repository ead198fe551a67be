// The concerns of one session, newest first.
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { type Dispute, sessionDisputes } from '#contract/disputes.ts';
import { usePages } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty-state.tsx';
import { Listing } from '#web/ui/query-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ConcernCard } from './dispute-card.tsx';
import { firstToShow } from './dispute-labels.ts';

export function ConcernList({ sessionId }: { sessionId: number }) {
  const concerns = usePages(sessionDisputes, { params: { id: sessionId } });
  return (
    <>
      <Listing
        list={concerns}
        skeletons={<Skeleton className="h-44 rounded-card" />}
        empty={
          <Empty icon={ShieldCheck} title="No concerns" className="-my-5">
            Nobody has raised a concern about this session.
          </Empty>
        }
      >
        {(rows) => <Cards concerns={rows} />}
      </Listing>
      {concerns.hasNextPage && (
        <Button className="mt-4" pending={concerns.isFetchingNextPage} onClick={() => concerns.fetchNextPage()}>
          Show older concerns
        </Button>
      )}
    </>
  );
}

/** Which one stands open is decided once: a change of status must not fold what is being read. */
function Cards({ concerns }: { concerns: Dispute[] }) {
  const [first] = useState(() => firstToShow(concerns));
  return (
    <ul className="grid gap-4">
      {concerns.map((concern) => (
        <li key={concern.id} className="min-w-0">
          <ConcernCard concern={concern} startsOpen={concern.id === first} />
        </li>
      ))}
    </ul>
  );
}

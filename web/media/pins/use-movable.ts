// Open concerns about a session whose place this person, who raised them, may set or change.
import { type Dispute, disputes } from '#contract/disputes/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';

/** Only the newest; people with more move older ones by their own pins. */
const maxListed = 100;
const none: Dispute[] = [];

export function useMovable(sessionId: number, { enabled }: { enabled: boolean }) {
  const list = useApiQuery(disputes, { query: { sessionId, status: 'open', limit: maxListed } }, { enabled });
  return { list, movable: list.data?.rows.filter(({ mayMove }) => mayMove) ?? none };
}

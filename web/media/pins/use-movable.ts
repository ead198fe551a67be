// The open concerns about a session that this person raised: their place may be set, or set anew.
import { type Dispute, disputes } from '#contract/disputes/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';

/** The newest; whoever has more moves older ones by their own pins. */
const maxListed = 100;
const none: Dispute[] = [];

export function useMovable(sessionId: number, { enabled }: { enabled: boolean }) {
  const list = useApiQuery(disputes, { query: { sessionId, status: 'open', limit: maxListed } }, { enabled });
  return { list, movable: list.data?.rows.filter(({ mayMove }) => mayMove) ?? none };
}

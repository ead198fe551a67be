// The session that a link to the list points at, fetched where the first rows do not hold it.
import type { ReactNode } from 'react';
import { getSession, type Session } from '#contract/sessions/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import type { MarkedPlace } from '#web/lib/page/use-marked.ts';
import { MarkedRow } from '#web/ui/lists/marked-row.tsx';

type MarkedSessionProps = {
  id: number;
  place: MarkedPlace;
  onHide: () => void;
  children: (session: Session, index: number) => ReactNode;
};

export function MarkedSession({ id, place, onHide, children }: MarkedSessionProps) {
  const found = useApiQuery(getSession, { params: { id } }, { enabled: place === 'apart' });
  return (
    <MarkedRow what="session" id={id} place={place} query={found} onHide={onHide}>
      {found.data && children(found.data, 0)}
    </MarkedRow>
  );
}

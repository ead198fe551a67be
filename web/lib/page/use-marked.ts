// Where the row of a link with `highlight=` stands: in the list, or apart from it because the first rows do not hold it.
import { useState } from 'react';

export type MarkedPlace = 'listed' | 'apart';

/** Decided when the first rows come and kept: what comes as one scrolls moves nothing. Undefined: nothing is marked, or no row came. */
export function useMarked(
  id: number | undefined,
  rows: readonly { id: number }[] | undefined,
): MarkedPlace | undefined {
  const [known, setKnown] = useState<{ id: number; place: MarkedPlace }>();
  if (id === undefined) return undefined;
  if (known?.id === id) return known.place;
  if (rows) setKnown({ id, place: rows.some((row) => row.id === id) ? 'listed' : 'apart' });
  return undefined;
}

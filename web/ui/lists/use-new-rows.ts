// Rows that come in above what somebody is reading: held back until the reader wants them, so that nothing moves under their eyes.
import { type RefObject, useEffect, useState } from 'react';

type Known<Row> = { rows: readonly Row[]; address: string; busy: boolean; held: ReadonlySet<number> };

const none: ReadonlySet<number> = new Set();
/** The bar at the top of the page covers so many pixels. */
const barHeight = 64;

/** The first row whose lower edge is in view, by its place among the rows drawn; -1 at the top of the list. */
function firstInView(box: HTMLElement | null): number {
  if (!box || box.getBoundingClientRect().top >= 0) return -1;
  const rows = Array.from(box.querySelectorAll('li[aria-posinset]'));
  const first = rows.find((row) => row.getBoundingClientRect().bottom > barHeight);
  return Number(first?.getAttribute('aria-posinset') ?? 0) - 1;
}

/** Of `rows` those that were not on screen before and stand above the row at place `first`. */
export function rowsAbove<Row extends { id: number }>(
  known: Pick<Known<Row>, 'rows' | 'held'>,
  rows: readonly Row[],
  first: number,
): ReadonlySet<number> {
  if (first < 0) return none;
  const drawn = known.rows.filter(({ id }) => !known.held.has(id));
  const places = new Map(rows.map(({ id }, at) => [id, at]));
  const seen = drawn.slice(first).find(({ id }) => places.has(id));
  if (!seen) return none;
  const old = new Set(drawn.map(({ id }) => id));
  return new Set(rows.slice(0, places.get(seen.id)).flatMap(({ id }) => (old.has(id) ? [] : [id])));
}

/** `box` is around the list. Another filter, which stands in the `address`, or another answer than the same list's is shown as it comes. */
export function useNewRows<Row extends { id: number }>(
  rows: readonly Row[],
  { address, box, busy }: { address: string; box: RefObject<HTMLElement | null>; busy: boolean },
) {
  const [known, setKnown] = useState<Known<Row>>({ rows, address, busy, held: none });
  let { held } = known;
  if (known.rows !== rows || known.address !== address || known.busy !== busy) {
    const isSameList = known.address === address && !known.busy && !busy;
    held = isSameList ? rowsAbove(known, rows, firstInView(box.current)) : none;
    setKnown({ rows, address, busy, held });
  }
  const isHolding = held.size > 0;
  useEffect(() => {
    if (!isHolding) return;
    const release = () => {
      if (firstInView(box.current) < 0) setKnown((now) => ({ ...now, held: none }));
    };
    addEventListener('scroll', release, { passive: true });
    return () => removeEventListener('scroll', release);
  }, [isHolding, box]);
  const drawn = isHolding ? rows.filter(({ id }) => !held.has(id)) : rows;
  return { drawn, waiting: rows.length - drawn.length };
}

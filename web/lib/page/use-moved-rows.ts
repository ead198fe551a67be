// Rows that change places glide to their new ones, so that the eye follows.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Where a row stands within its list, whatever moves it just now. */
type Place = { row: HTMLElement; top: number };

/** Only an order that changes moves anything: a row that grows pushes the others as it always did. */
export function useMovedRows(list: RefObject<HTMLElement | null>): void {
  const former = useRef<readonly Place[]>([]);
  useLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])] as HTMLElement[];
    const places = rows.map((row) => ({ row, top: row.offsetTop }));
    if (hasOtherOrder(former.current, rows)) glide(former.current, places);
    former.current = places;
  });
}

function hasOtherOrder(former: readonly Place[], rows: readonly HTMLElement[]): boolean {
  return former.length > 0 && (former.length > rows.length || former.some(({ row }, at) => row !== rows[at]));
}

/** In the time and manner of everything that moves (styles.css); not at all for who asked for less motion. */
function glide(former: readonly Place[], places: readonly Place[]): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const style = getComputedStyle(document.documentElement);
  const timing = {
    duration: Number.parseFloat(style.getPropertyValue('--move-ms')),
    easing: style.getPropertyValue('--ease-out'),
  };
  for (const { row, top } of places) {
    const before = former.find((one) => one.row === row);
    if (before && before.top !== top) row.animate({ translate: [`0 ${before.top - top}px`, '0 0'] }, timing);
  }
}

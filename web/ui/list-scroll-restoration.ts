// Row heights of the list that was left last, and where it was scrolled to: coming back, both are right before anything is measured.
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { returnPosition } from '#web/lib/scroll-restoration.ts';

type Heights = readonly number[];
type SavedList = { address: string; heights: Heights };

let saved: SavedList | undefined;

/** Heights depend on what the address filters, and on the width. */
function listKey(columns: number): string {
  return `${location.pathname}${location.search} ${innerWidth} ${columns}`;
}

/**
 * How high the rows of this list were when it was left, and how far it was scrolled where one comes back to it by Back or Forward;
 * `read` returns the heights when it is left again.
 */
export function useListScrollRestoration(
  columns: number,
  read: () => Heights,
): { heights: Heights; scroll: number | undefined } {
  const [known] = useState(() => {
    const same = saved?.address === listKey(columns) ? saved : undefined;
    return { heights: same?.heights ?? [], scroll: same && returnPosition() };
  });
  // When a list goes the address is the next page's already.
  const address = listKey(columns);
  const save = useEffectEvent(() => {
    saved = { address, heights: read() };
  });
  useLayoutEffect(() => () => save(), []);
  return known;
}

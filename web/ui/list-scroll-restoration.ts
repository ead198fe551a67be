// How the list was left that was left last: coming back, its length is right before anything is measured, and so is the place.
import { useLayoutEffect, useRef, useState } from 'react';
import { isHistoryNavigation } from '#web/lib/navigation-type.ts';

type Heights = readonly number[];
type Left = { address: string; heights: Heights; scroll: number };

let left: Left | undefined;

/** Heights depend on what the address filters, and on the width. */
function addressNow(columns: number): string {
  return `${location.pathname}${location.search} ${innerWidth} ${columns}`;
}

/**
 * How high the rows of this list were when it was left, and how far it was scrolled where one comes back to it by Back or Forward;
 * `read` tells the heights when it is left again.
 */
export function useListScrollRestoration(
  columns: number,
  read: () => Heights,
): { heights: Heights; scroll: number | undefined } {
  const [known] = useState(() => {
    const same = left?.address === addressNow(columns) ? left : undefined;
    return { heights: same?.heights ?? [], scroll: isHistoryNavigation() ? same?.scroll : undefined };
  });
  // When a list goes the address is the next page's already.
  const address = useRef('');
  address.current = addressNow(columns);
  const latest = useRef(read);
  latest.current = read;
  useLayoutEffect(
    () => () => {
      left = { address: address.current, heights: latest.current(), scroll: scrollY };
    },
    [],
  );
  return known;
}

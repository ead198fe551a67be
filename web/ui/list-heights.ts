// How high the rows of the list were that was left last: coming back, its length is right before anything is measured, and so is the place.
import { useLayoutEffect, useRef, useState } from 'react';

type Heights = readonly number[];

let left: { place: string; heights: Heights } | undefined;

/** Heights depend on what the address filters, and on the width. */
function placeNow(columns: number): string {
  return `${location.pathname}${location.search} ${innerWidth} ${columns}`;
}

/** The heights that a list of this place had when it was left, row by row; `read` tells them when this one is left. */
export function useHeights(columns: number, read: () => Heights): Heights {
  const [known] = useState(() => (left?.place === placeNow(columns) ? left.heights : []));
  // When a list goes the address is the next page's already.
  const place = useRef('');
  place.current = placeNow(columns);
  const latest = useRef(read);
  latest.current = read;
  useLayoutEffect(
    () => () => {
      left = { place: place.current, heights: latest.current() };
    },
    [],
  );
  return known;
}

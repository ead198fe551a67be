// The rows of a list that may grow long: drawn no second time, and as high as they were when one comes back.
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useIsHydrated } from '#web/lib/device/hydrated.ts';
import { returnPosition } from '#web/lib/routing/scroll-restoration.ts';

type ListRowProps<Row> = { row: Row; index: number; children: (row: Row, index: number) => ReactNode };

/** Other rows around it, another place and scrolling draw it no second time. */
export const ListRow = memo(function ListRow<Row>({ row, index, children }: ListRowProps<Row>) {
  return children(row, index);
}) as <Row>(props: ListRowProps<Row>) => ReactNode;

// Row heights of the list that was left last, and where it was scrolled to: coming back, both are right before anything is measured.
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
  const isHydrated = useIsHydrated();
  const [known] = useState(() => {
    if (!isHydrated) return { heights: [], scroll: undefined };
    const same = saved?.address === listKey(columns) ? saved : undefined;
    return { heights: same?.heights ?? [], scroll: same && returnPosition() };
  });
  // When a list goes the address is the next page's already.
  const last = useRef<() => SavedList>(undefined);
  useLayoutEffect(() => {
    const address = listKey(columns);
    last.current = () => ({ address, heights: read() });
  });
  useLayoutEffect(
    () => () => {
      saved = last.current?.();
    },
    [],
  );
  return known;
}

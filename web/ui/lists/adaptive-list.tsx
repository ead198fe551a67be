// A list that may grow to thousands of rows: rendered whole at first, and only near the view once it is long.

import { ArrowUp } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { lazyComponent } from '#web/lib/page/lazy-component.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { ListRow, useListScrollRestoration } from './list-row.tsx';
import type { VirtualList } from './virtual-list.tsx';

// Holds back new rows above what somebody is reading until they want them, so that nothing moves.
type Known<Row> = { rows: readonly Row[]; address: string; busy: boolean; held: ReadonlySet<number> };

const none: ReadonlySet<number> = new Set();
/** The height of the bar at the top of the page, in pixels. */
const barHeight = 64;

/** The first row whose lower edge is in view, by its index among the rendered rows; -1 at the top of the list. */
function firstInView(box: HTMLElement | null): number {
  if (!box || box.getBoundingClientRect().top >= 0) return -1;
  const rows = Array.from(box.querySelectorAll('li[aria-posinset]'));
  const first = rows.find((row) => row.getBoundingClientRect().bottom > barHeight);
  return Number(first?.getAttribute('aria-posinset') ?? 0) - 1;
}

/** Those of `rows` that were not on screen before and come before the row at index `first`. */
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

/** `box` is around the list. Another filter, which is part of the `address`, or a response for another list is shown at once. */
function useNewRows<Row extends { id: number }>(
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

export type AdaptiveListProps<Row> = {
  rows: readonly Row[];
  /** Of all rows, including those not loaded yet. */
  total: number;
  columns: number;
  /** Between the rows, in pixels, as the class says. */
  gap: number;
  /** The id of the row that a link points at: rendered wherever it is, so that it can be scrolled into view (marked-row.tsx). */
  marked?: number | undefined;
  className: string;
  busy: boolean;
  /** Stable until its output changes (useCallback), so that scrolling renders no row again. */
  children: (row: Row, index: number) => ReactNode;
};

/** Two pages of a list: this many rows cost little, and the browser's Find finds them all. */
const virtualFrom = 100;
/** How many rows fill a screen: those of a grid are high, those of a list low. */
const linesPerScreen = { grid: 3, list: 6 };
/** Without it the list stays whole: slower, but complete. */
const virtualList = lazyComponent(() => import('./virtual-list.tsx'), 'VirtualList');
const stayPlain = () => undefined;

/** Changed rows are rendered in slices and after urgent updates, so that typing in the search above never waits for them. */
export function AdaptiveList<Row extends { id: number }>(props: AdaptiveListProps<Row>) {
  const { rows, total, busy } = props;
  const [path] = useLocation();
  const search = useSearch();
  const address = `${path}?${search}`;
  // Deferred together, or rows would count for another address. What a row shows, such as its tick, is not deferred.
  const found = useMemo(() => ({ rows, total, busy, address }), [rows, total, busy, address]);
  return <AdaptiveRows {...props} {...useDeferredValue(found)} />;
}

type AdaptiveRowsProps<Row> = AdaptiveListProps<Row> & { address: string };

const AdaptiveRows = memo(AdaptiveRowsInner) as typeof AdaptiveRowsInner;

function AdaptiveRowsInner<Row extends { id: number }>({ address, ...props }: AdaptiveRowsProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { drawn, waiting } = useNewRows(props.rows, { address, box, busy: props.busy });
  const total = props.total - waiting;
  const Virtual = virtualList.useWhen(total > virtualFrom, stayPlain) as typeof VirtualList | undefined;
  const shown = { ...props, rows: drawn, total };
  return (
    <div ref={box} tabIndex={-1}>
      <NewRows count={waiting} onShow={() => showTop(box.current)} />
      {Virtual && drawn.length > virtualFrom ? (
        <Virtual key={props.columns} {...shown} before={() => heightsOf(list.current)} />
      ) : (
        <PlainList {...shown} list={list} />
      )}
    </div>
  );
}

/** The held rows appear as soon as the top is in view (useNewRows). */
function showTop(box: HTMLElement | null): void {
  box?.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-20 z-20 low:top-2 flex h-0 justify-center print:hidden"
    >
      {count > 0 && (
        <Button size="sm" variant="primary" icon={ArrowUp} className="pointer-events-auto shadow-lg" onClick={onShow}>
          {`${count} new`}
        </Button>
      )}
    </div>
  );
}

type PlainListProps<Row> = AdaptiveListProps<Row> & { list: RefObject<HTMLUListElement | null> };

function PlainList<Row extends { id: number }>(props: PlainListProps<Row>) {
  const { rows, total, columns, className, busy, children, list } = props;
  const { heights } = useListScrollRestoration(columns, () => heightsOf(list.current));
  // The first ones at once; the others are rendered in between, so that nothing waits for fifty of them.
  const shown = useDeferredValue(
    rows,
    heights.length > 0 ? rows : rows.slice(0, columns > 1 ? linesPerScreen.grid * columns : linesPerScreen.list),
  );
  return (
    <ul ref={list} className={className} aria-busy={busy}>
      {shown.map((row, index) => (
        <li
          key={row.id}
          aria-posinset={index + 1}
          aria-setsize={total}
          className="list-row grid min-w-0"
          style={heights[index] ? { containIntrinsicHeight: `auto ${heights[index]}px` } : undefined}
        >
          <ListRow row={row} index={index}>
            {children}
          </ListRow>
        </li>
      ))}
    </ul>
  );
}

function heightsOf(list: HTMLUListElement | null): number[] {
  return list ? Array.from(list.children, (row) => row.getBoundingClientRect().height) : [];
}

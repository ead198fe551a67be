// The rows of a long list that are near the viewport; what is far away is only padding.
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AdaptiveListProps } from './adaptive-list.tsx';
import { ListRow, useListScrollRestoration } from './list-row.tsx';

type VirtualListProps<Row> = AdaptiveListProps<Row> & {
  /** How high the rows were while the list was whole; none when one comes back to it. */
  before: () => readonly number[];
};

/** Rows beyond the view that are rendered already, for the next turn of the wheel and the next press of Tab. */
const overscan = 4;
/** In pixels, where nothing is known yet. */
const defaultHeight = 300;

export function VirtualList<Row extends { id: number }>(props: VirtualListProps<Row>) {
  const { rows, total, columns, gap, marked, className, busy, children, before } = props;
  const list = useRef<HTMLUListElement>(null);
  const margin = useTop(list);
  const { focusedLine, onFocus, onBlur } = useFocusedLine();
  const whole = useState(before)[0];
  const left = useListScrollRestoration(columns, () =>
    rows.map((_, index) => virtualizer.measurementsCache[Math.floor(index / columns)]?.size ?? 0),
  );
  const known = whole.length > 0 ? whole : left.heights;
  const usual = known.length > 0 ? known.reduce((sum, height) => sum + height, 0) / known.length : defaultHeight;
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(rows.length / columns),
    estimateSize: (line) => known[line * columns] || usual,
    getItemKey: useCallback((line: number) => rows[line * columns]?.id ?? line, [rows, columns]),
    rangeExtractor: useCallback((range: Range) => withLine(defaultRangeExtractor(range), focusedLine), [focusedLine]),
    // Else the first rows would be drawn and measured on the way, and the rest move by what they differ.
    ...(whole.length > 0 || left.scroll === undefined ? {} : { initialOffset: left.scroll }),
    scrollMargin: margin,
    gap,
    overscan,
    useFlushSync: false,
  });

  const at = marked === undefined ? -1 : rows.findIndex(({ id }) => id === marked);
  const markedLine = at < 0 ? undefined : Math.floor(at / columns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it comes; rows before it must not pull the page back.
  useEffect(() => {
    if (markedLine !== undefined && left.scroll === undefined)
      virtualizer.scrollToIndex(markedLine, { align: 'center' });
  }, [markedLine === undefined, marked]);

  const shown = virtualizer.getVirtualItems();
  const topOf = (id: number): number | undefined => {
    const at = rows.findIndex((row) => row.id === id);
    return virtualizer.measurementsCache[Math.floor(at / columns)]?.start;
  };
  useAnchor({ rows, shown, columns, margin, topOf });
  const room = virtualizer.getTotalSize() + margin - (shown.at(-1)?.end ?? margin);
  return (
    <ul
      ref={list}
      className={className}
      style={{ rowGap: 0, paddingBottom: room, overflowAnchor: 'none' }}
      aria-busy={busy}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {shown.flatMap(({ index: line, start }, at) =>
        rows.slice(line * columns, (line + 1) * columns).map((row, column) => (
          <li
            key={row.id}
            ref={column === 0 ? virtualizer.measureElement : undefined}
            data-index={line}
            aria-posinset={line * columns + column + 1}
            aria-setsize={total}
            className="grid min-w-0"
            // What lies between this line and the one above it, the gap and lines that are not there.
            style={{ marginTop: start - (shown[at - 1]?.end ?? margin) }}
          >
            <ListRow row={row} index={line * columns + column}>
              {children}
            </ListRow>
          </li>
        )),
      )}
    </ul>
  );
}

type Anchoring<Row> = {
  rows: readonly Row[];
  shown: readonly { index: number; start: number; end: number }[];
  columns: number;
  margin: number;
  topOf: (id: number) => number | undefined;
};

/** What is being read stays where it is when rows above it come or go; the browser's own anchoring does not know of room for rows. */
function useAnchor<Row extends { id: number }>({ rows, shown, columns, margin, topOf }: Anchoring<Row>): void {
  const before = useRef<{ rows: readonly Row[]; lines: { id: number; start: number; end: number }[] }>(undefined);
  useLayoutEffect(() => {
    const old = before.current;
    if (old && old.rows !== rows && scrollY > margin) {
      const anchor = old.lines.find(({ id, end }) => end > scrollY && rows.some((row) => row.id === id));
      const moved = anchor ? (topOf(anchor.id) ?? anchor.start) - anchor.start : 0;
      if (moved !== 0) scrollBy(0, moved);
    }
    const lines = shown.flatMap(({ index, start, end }) => {
      const row = rows[index * columns];
      return row ? [{ id: row.id, start, end }] : [];
    });
    before.current = { rows, lines };
  });
}

/** Where the list begins in the page; what stands above it may grow, such as the filters. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + scrollY));
    };
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    measure();
    return () => watch.disconnect();
  }, [list]);
  return top;
}

/** The row that has the focus stays, however far somebody scrolls, so that the next key finds it. */
function useFocusedLine() {
  const [focusedLine, setFocusedLine] = useState<number>();
  return {
    focusedLine,
    onFocus: ({ target }: FocusEvent) =>
      setFocusedLine(Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setFocusedLine(undefined);
    },
  };
}

function withLine(lines: number[], focusedLine: number | undefined): number[] {
  return focusedLine === undefined || lines.includes(focusedLine)
    ? lines
    : [...lines, focusedLine].sort((one, other) => one - other);
}

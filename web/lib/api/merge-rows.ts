// Rows that changed, put into a list that was fetched page by page, without fetching the list again.
import type { Page } from '#contract/core/request.ts';

type Merge<Row> = {
  /** The rows looked at anew; those of them that are not among `rows` have left the list. */
  ids: readonly number[];
  rows: readonly Row[];
  /** Whether one row stands before another in this list. */
  isBefore: (row: Row, other: Row) => boolean;
  /** The whole count as it is now; without one it follows what comes and goes among the loaded rows. */
  total?: number | null | undefined;
};

/** A row that belongs behind everything loaded so far comes with its own page. */
export function mergeRows<Row extends { id: number }>(pages: readonly Page<Row>[], merge: Merge<Row>): Page<Row>[] {
  const { ids, rows, isBefore, total } = merge;
  const last = pages.findLast((page) => page.rows.length > 0)?.rows.at(-1);
  const isWhole = pages.at(-1)?.next === null;
  const loaded = rows.filter((row) => isWhole || !last || row.id === last.id || isBefore(row, last));
  const merged = pages.map((page) => ({ ...page, rows: page.rows.filter(({ id }) => !ids.includes(id)) }));
  for (const row of loaded) {
    const page = merged.find((one) => one.rows.some((other) => isBefore(row, other))) ?? merged.at(-1);
    const at = page?.rows.findIndex((other) => isBefore(row, other)) ?? -1;
    page?.rows.splice(at < 0 ? page.rows.length : at, 0, row);
  }
  const [first] = merged;
  if (first) first.total = total ?? (first.total === null ? null : first.total + lengthOf(merged) - lengthOf(pages));
  return merged;
}

function lengthOf(pages: readonly Page<unknown>[]): number {
  return pages.reduce((sum, { rows }) => sum + rows.length, 0);
}

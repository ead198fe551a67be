// Session lists in the query cache: which rows a change concerns, and putting new rows in their place.

import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { Input, Page } from '#contract/core/request.ts';
import { maxIdsInQuery, type Session, sessions } from '#contract/sessions/endpoints.ts';
import { call } from './http-client.ts';

type Filters = NonNullable<Input<typeof sessions>['query']>;
type Pages = InfiniteData<Page<Session>>;

/** Infinite lists; other queries of that address are small and fetched again. */
export function isSessionList({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return queryKey[0] === sessions.path && queryKey[2] === 'pages';
}

function filtersOf({ queryKey }: Query): Filters {
  return (queryKey[1] as Input<typeof sessions>).query ?? {};
}

function pagesIn(query: Query): Page<Session>[] {
  return (query.state.data as Pages | undefined)?.pages ?? [];
}

/** The server's order (behaviour §7.3), with the id as tie-breaker. Instants and days of equal length compare as text. */
function orderOf({ sort = 'createdAt' }: Filters): (row: Session, other: Session) => boolean {
  const isNewer = (row: Session, other: Session) =>
    row[sort] > other[sort] || (row[sort] === other[sort] && row.id > other.id);
  return sort === 'submittedAt' ? (row, other) => isNewer(other, row) : isNewer;
}

/** The loaded rows that show one of these people. */
export function rowsOfPeople(query: Query, userIds: readonly number[]): number[] {
  const shows = ({ photographerId, reviewedBy }: Session) =>
    userIds.includes(photographerId) || (reviewedBy !== null && userIds.includes(reviewedBy));
  return pagesIn(query).flatMap(({ rows }) => rows.filter(shows).map(({ id }) => id));
}

function merge(
  client: QueryClient,
  query: Query,
  change: { ids: readonly number[]; rows: Session[]; total?: number | null },
) {
  const isBefore = orderOf(filtersOf(query));
  client.setQueryData<Pages>(
    query.queryKey,
    (data) => data && { ...data, pages: mergeRows(data.pages, { ...change, isBefore }) },
  );
}

/** A fetch in flight began before the rows came, and would put the old ones back. */
async function settle(query: Query): Promise<void> {
  while (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined);
}

/** A list of the newest few, as on the dashboards, that gained or lost a row: the server fills it up or cuts it. */
function hasGap(query: Query): boolean {
  const { limit } = filtersOf(query);
  const [page, further] = pagesIn(query);
  if (limit === undefined || !page || further) return false;
  return page.rows.length !== Math.min(Number(limit), page.total ?? page.rows.length);
}

/** Fetches these rows again, by one request for all lists with the same filters; a list whose request fails is refetched whole. */
export async function refreshRows(
  client: QueryClient,
  lists: readonly { query: Query; ids: readonly number[] }[],
): Promise<void> {
  const batches = new Map<string, { query: Query; ids: readonly number[] }[]>();
  for (const list of lists) {
    const filters = JSON.stringify({ ...filtersOf(list.query), limit: undefined });
    batches.set(filters, [...(batches.get(filters) ?? []), list]);
  }
  const refresh = async (batch: typeof lists) => {
    const ids = [...new Set(batch.flatMap((list) => list.ids))];
    const [first] = batch;
    try {
      if (!first || ids.length > maxIdsInQuery) throw new RangeError('too many rows for one request');
      const input = { query: { ...filtersOf(first.query), ids: ids.join(), limit: maxIdsInQuery } };
      const { rows, total } = await call(sessions, input);
      for (const { query } of batch) {
        await settle(query);
        merge(client, query, { ids, rows, total });
        if (hasGap(query)) void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      }
    } catch {
      const hashes = batch.map(({ query }) => query.queryHash);
      await client.invalidateQueries({ predicate: ({ queryHash }) => hashes.includes(queryHash) });
    }
  };
  await Promise.all(Array.from(batches.values(), refresh));
}

/** Null: only the server knows, as for a search. */
function meets(filters: Filters, row: Session): boolean | null {
  const { status, projectId, siteId, photographerId, phase, from, to, decidedFrom, decidedTo, q } = filters;
  const isSame = (wanted: unknown, value: unknown) => wanted === undefined || String(wanted) === String(value);
  const fits =
    isSame(status === 'submitted' ? 'pending' : status, row.status) &&
    isSame(projectId, row.projectId) &&
    isSame(siteId, row.siteId) &&
    isSame(photographerId, row.photographerId) &&
    isSame(phase, row.phase) &&
    (!from || row.captureDate >= from.slice(0, 10)) &&
    (!to || row.captureDate <= to.slice(0, 10));
  return fits && (q || decidedFrom || decidedTo) ? null : fits;
}

/** Shows one's own write in every list before the lists are fetched again: `row` from the response, null if it was removed. */
export function showRow(client: QueryClient, id: number, row: Session | null): void {
  for (const query of client.getQueryCache().findAll({ predicate: isSessionList })) {
    const fits = row ? meets(filtersOf(query), row) : false;
    const isThere = pagesIn(query).some(({ rows }) => rows.some((one) => one.id === id));
    if (isThere || fits) merge(client, query, { ids: [id], rows: row && fits !== false ? [row] : [] });
  }
}

// Merges changed rows into a list that was fetched page by page, without fetching the list again.
type Merge<Row> = {
  /** The rows that were fetched again; those missing from `rows` have left the list. */
  ids: readonly number[];
  rows: readonly Row[];
  /** Whether one row comes before another in this list. */
  isBefore: (row: Row, other: Row) => boolean;
  /** The new total; without it the total follows the loaded rows that come and go. */
  total?: number | null | undefined;
};

/** A row that belongs after everything loaded so far comes with its own page. */
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

// Reading from the server in components: useApiQuery for one thing or page, useInfiniteList for a list that grows.
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { Endpoint, Reply, Topic } from '#contract/endpoint.ts';
import type { ApiError } from './api-error.ts';
import { call, type Input, type Page, preloaded, type Response } from './http-client.ts';
import { preloadFreshMs } from './preloaded-state.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: { topics: readonly Topic[] };
  }
}

type ReadOptions = {
  /** False: not asked yet, such as the sites before a project is chosen. */
  enabled?: boolean | undefined;
  /** While another input loads, the former answer stays on screen (`isPlaceholderData` says so). */
  keep?: boolean | undefined;
};

type PagesOptions = ReadOptions & {
  /** People scroll far in it, and what is far away is not drawn: after the first page more come at once. */
  long?: boolean | undefined;
};

/** What the page brought along needs no second asking at its start. */
const freshAtStart = {
  staleTime: (query: { state: { dataUpdateCount: number } }) =>
    query.state.dataUpdateCount === 0 ? preloadFreshMs : 0,
};

/** How a call is kept: under its path and input, refetched when one of its topics changes. */
export function queryOptionsFor<E extends Endpoint>(route: E, input: Input<E>) {
  return queryOptions<Response<E>, ApiError>({
    queryKey: [route.path, input],
    queryFn: ({ signal }) => call(route, input, { signal }),
    initialData: () => preloaded(route, input),
    ...freshAtStart,
    meta: { topics: route.topics },
  });
}

/**
 * Reads by a GET of the contract: `useApiQuery(getSession, { params: { id } })`; a list answers `{ rows, next, total }`.
 * What comes back is TanStack's query: `data`, `error` (an ApiError), `isPending`, `isFetching`, `refetch`.
 */
export function useApiQuery<E extends Endpoint>(
  route: E,
  input: Input<E>,
  { enabled = true, keep = false }: ReadOptions = {},
) {
  const former = keep ? { placeholderData: keepPreviousData } : {};
  return useQuery({ ...queryOptionsFor(route, input), enabled, ...former } as UseQueryOptions<Response<E>>);
}

type Listed = Endpoint & { list: true };

/** Rows of the first page, unless the input has a `limit`. */
const first = 50;

/** As queryOptionsFor, for lists that grow page by page: 50 rows at first, then `further` at once, unless the input has a `limit`. */
export function infiniteOptionsFor<E extends Listed>(route: E, input: Input<E>, further = 50) {
  const given = input as { query?: Record<string, unknown> };
  const paged = (limit: number, cursor?: string) =>
    ({ ...given, query: { limit, ...given.query, cursor } }) as Input<E>;
  return infiniteQueryOptions<Page<Reply<E>>, ApiError, Pages<Reply<E>>, readonly unknown[], string | undefined>({
    queryKey: [route.path, input, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const asked = paged(pageParam === undefined ? first : further, pageParam);
      return (await call(route, asked, { signal })) as Page<Reply<E>>;
    },
    initialData: () => {
      const page = preloaded(route, paged(first)) as Page<Reply<E>> | undefined;
      return page && { pages: [page], pageParams: [undefined] };
    },
    ...freshAtStart,
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    select: toRows,
    meta: { topics: route.topics },
  });
}

type Pages<Row> = { rows: Row[]; total: number };

function toRows<Row>({ pages }: { pages: Page<Row>[] }): Pages<Row> {
  const rows = pages.flatMap((page) => page.rows);
  return { rows, total: pages[0]?.total ?? rows.length };
}

/**
 * Reads a list page by page: `data.rows` so far, `data.total` of all, `hasNextPage`, `fetchNextPage()`, `isFetchingNextPage`,
 * beside what useApiQuery gives.
 */
export function useInfiniteList<E extends Listed>(
  route: E,
  input: Input<E>,
  { enabled = true, keep = false, long = false }: PagesOptions = {},
) {
  return useInfiniteQuery({
    ...infiniteOptionsFor(route, input, long ? 200 : 50),
    enabled,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  });
}

// Reading from the server in components: useApiQuery for one thing or page, useInfiniteList for an infinite list.
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { Endpoint, Reply } from '#contract/core/endpoint.ts';
import {
  type AnyInput,
  firstPage,
  type Input,
  type Page,
  pagesKeyOf,
  queryKeyOf,
  type Response,
} from '#contract/core/request.ts';
import { whenHydrated } from '#web/lib/device/hydrated.ts';
import type { ApiError } from './api-error.ts';
import { call } from './http-client.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: Pick<Endpoint, 'topics' | 'row' | 'rows'>;
  }
}

type ReadOptions = {
  /** False: not requested yet, such as the sites before a project is chosen. */
  enabled?: boolean | undefined;
  /** While another input loads, the former response stays on screen (`isPlaceholderData` says so). */
  keep?: boolean | undefined;
};

type PagesOptions = ReadOptions & {
  /** People scroll far in it, and rows out of view are not rendered: after the first page, more are fetched at once. */
  long?: boolean | undefined;
};

/** Responses that did not come with the page wait until it is hydrated: React has to find what the server rendered. */
async function read<E extends Endpoint>(route: E, input: Input<E>, signal: AbortSignal): Promise<Response<E>> {
  try {
    return await call(route, input, { signal });
  } finally {
    await whenHydrated();
  }
}

/** How a call is cached: under its path and input, refetched when one of its topics changes. */
export function queryOptionsFor<E extends Endpoint>(route: E, input: Input<E>) {
  return queryOptions<Response<E>, ApiError>({
    queryKey: queryKeyOf(route, input as AnyInput),
    queryFn: ({ signal }) => read(route, input, signal),
    meta: route,
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

/** Like queryOptionsFor, for infinite lists: `further` rows at once after the first page, unless the input has a `limit`. */
export function infiniteOptionsFor<E extends Listed>(route: E, input: Input<E>, further = 50) {
  const request = input as AnyInput;
  const nextPage = (cursor: string) => ({
    ...request,
    query: { limit: further, ...(request.query as object), cursor },
  });
  return infiniteQueryOptions<Page<Reply<E>>, ApiError, Pages<Reply<E>>, readonly unknown[], string | null>({
    queryKey: pagesKeyOf(route, request),
    queryFn: async ({ pageParam, signal }) => {
      const page = (pageParam === null ? firstPage(request) : nextPage(pageParam)) as Input<E>;
      return (await read(route, page, signal)) as Page<Reply<E>>;
    },
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    select: toRows,
    meta: route,
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

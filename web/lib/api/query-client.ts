// The cache of what was read from the server, beginning with what the page brought along.
import { hydrate, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import type { PreloadedState } from '#contract/core/preloaded-state.ts';
import { type ApiError, isGone } from './api-error.ts';
import { redirectToLogin } from './login-redirect.ts';

/** Milliseconds from when the page is taken over; whoever first reads later what it brought along is on another page by then, and asks. */
const preloadFreshMs = 5000;

/** Nothing was updated here yet: it came with the page. */
const came = ({ state }: Query): boolean => state.dataUpdateCount === 0;

/** Asked once, never on a timer or on focus, stale at once (behaviour §7.6). Offline it fails in words instead of waiting unseen. */
export function createQueryClient(preloaded: PreloadedState | null): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: takeRefusal }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        // However long it takes until the page is taken over: another answer would not be what the server rendered.
        staleTime: (query: Query) => (came(query) ? Number.POSITIVE_INFINITY : 0),
      },
    },
  });
  // By the clock of this device: the server's may differ, and what it sent is as new as the page. What was kept here says how old it is.
  const now = Date.now();
  const queries =
    preloaded?.queries.map(({ state, ...query }) => ({
      ...query,
      state: { ...state, dataUpdatedAt: state.dataUpdatedAt || now },
    })) ?? [];
  hydrate(client, { queries });
  return client;
}

/** Once the page is taken over. */
export function endPreload(client: QueryClient): void {
  const until = Date.now() + preloadFreshMs;
  const { queries, ...others } = client.getDefaultOptions();
  const staleTime = (query: Query) => (came(query) ? Math.max(0, until - query.state.dataUpdatedAt) : 0);
  client.setDefaultOptions({ ...others, queries: { ...queries, staleTime } });
}

/** What is no longer there, or no longer for this person to see, is not shown on from before (behaviour §7.6). */
function takeRefusal(error: ApiError, query: Query<unknown, unknown, unknown>): void {
  if (error.status === 401) redirectToLogin();
  if (isGone(error)) query.setState({ data: undefined });
}

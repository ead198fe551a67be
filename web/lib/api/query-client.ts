// The cache of responses from the server, initialised with those that came with the page.
import { hydrate, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import type { PreloadedState } from '#contract/core/preloaded-state.ts';
import { type ApiError, isGone } from './api-error.ts';
import { redirectToLogin } from './login-redirect.ts';

/** In milliseconds from hydration; somebody who first reads a preloaded response later is on another page by then, and fetches it. */
const preloadFreshMs = 5000;

/** Not updated here yet: it came with the page. */
const came = ({ state }: Query): boolean => state.dataUpdateCount === 0;

/**
 * Fetched once, never on a timer or on focus, stale at once (behaviour §7.6). Offline it fails with a message instead of waiting unseen.
 */
export function createQueryClient(preloaded: PreloadedState | null): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: takeRefusal }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        // However long hydration takes: another response would differ from what the server rendered.
        staleTime: (query: Query) => (came(query) ? Number.POSITIVE_INFINITY : 0),
      },
    },
  });
  // By the clock of this device: the server's may differ, and its responses are as new as the page. Cached ones have their own time.
  const now = Date.now();
  const queries =
    preloaded?.queries.map(({ state, ...query }) => ({
      ...query,
      state: { ...state, dataUpdatedAt: state.dataUpdatedAt || now },
    })) ?? [];
  hydrate(client, { queries });
  return client;
}

/** Called once the page is hydrated. */
export function endPreload(client: QueryClient): void {
  const until = Date.now() + preloadFreshMs;
  const { queries, ...others } = client.getDefaultOptions();
  const staleTime = (query: Query) => (came(query) ? Math.max(0, until - query.state.dataUpdatedAt) : 0);
  client.setDefaultOptions({ ...others, queries: { ...queries, staleTime } });
}

/** Data that no longer exists, or is no longer visible to this person, disappears from the screen (behaviour §7.6). */
function takeRefusal(error: ApiError, query: Query<unknown, unknown, unknown>): void {
  if (error.status === 401) redirectToLogin();
  if (isGone(error)) query.setState({ data: undefined });
}

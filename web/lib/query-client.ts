// The cache of what was read from the server, beginning with what the page brought along.
import { hydrate, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import type { PreloadedState } from '#contract/preloaded-state.ts';
import { type ApiError, isGone } from './api-error.ts';
import { redirectToLogin } from './login-redirect.ts';

/** Milliseconds; whoever first reads later what the page brought along is on another page by then, and asks. */
const preloadFreshMs = 5000;

/** Asked once, never on a timer or on focus, stale at once (behaviour §7.6). Offline it fails in words instead of waiting unseen. */
export function createQueryClient(preloaded: PreloadedState | null): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: takeRefusal }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Nothing was updated here yet: it came with the page.
        staleTime: ({ state }) => (state.dataUpdateCount === 0 ? preloadFreshMs : 0),
        networkMode: 'always',
      },
    },
  });
  // By the clock of this device: the server's may differ, and what it sent is as new as the page.
  const dataUpdatedAt = Date.now();
  const queries = preloaded?.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } })) ?? [];
  hydrate(client, { queries });
  return client;
}

/** What is no longer there, or no longer for this person to see, is not shown on from before (behaviour §7.6). */
function takeRefusal(error: ApiError, query: Query<unknown, unknown, unknown>): void {
  if (error.status === 401) redirectToLogin();
  if (isGone(error)) query.setState({ data: undefined });
}

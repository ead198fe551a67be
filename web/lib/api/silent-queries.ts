// Marks queries without a response for some seconds, so that the cache can stand in for it and the banner can say so.
import type { Query, QueryClient } from '@tanstack/react-query';
import { silentMs } from '#web/lib/device/timeouts.ts';
import { networkError } from './api-error.ts';

/** Still waiting for a response, but marked. */
export function isSilent({ state }: Query): boolean {
  return state.fetchStatus === 'fetching' && state.fetchFailureReason !== null;
}

/**
 * Calls `onSilent` for each marked query. While the connection is known to hang, further queries are marked at once. Returns a function
 * that stops it.
 */
export function markSilence(client: QueryClient, onSilent: (query: Query) => void): () => void {
  const cache = client.getQueryCache();
  const timers = new Map<Query, ReturnType<typeof setTimeout>>();
  let hangs = false;
  function mark(query: Query) {
    timers.delete(query);
    if (query.state.fetchStatus !== 'fetching') return;
    hangs = true;
    query.setState({ fetchFailureReason: networkError('nothing came yet') });
    onSilent(query);
  }
  function forget(query: Query) {
    clearTimeout(timers.get(query));
    timers.delete(query);
  }
  function watch(query: Query) {
    forget(query);
    timers.set(query, setTimeout(mark, hangs ? 0 : silentMs, query));
  }
  for (const query of cache.findAll({ fetchStatus: 'fetching' })) watch(query);
  const stop = cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'removed') forget(query);
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'fetch') watch(query);
    else if (query.state.fetchStatus === 'idle') forget(query);
    if (action.type === 'success' && !action.manual) hangs = false;
  });
  return () => {
    stop();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}

/** Calls back at each response of the server, which is a sign that the connection works. Returns a function that stops it. */
export function onResponse(client: QueryClient, listener: () => void): () => void {
  const stops = [
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) listener();
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') listener();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A query without a response would keep waiting on the connection it was sent on: it is cancelled until it is fetched again. */
export async function cancelSilentQueries(client: QueryClient): Promise<Set<string>> {
  const found = client.getQueryCache().findAll({ predicate: (query) => isSilent(query) });
  const isFirst = (query: Query) => found.includes(query) && query.state.data === undefined;
  await client.cancelQueries({ predicate: isFirst });
  return new Set(found.map(({ queryHash }) => queryHash));
}

/** The connection is back: refetches what hangs on the former one, failed offline, or is shown from the cache. */
export async function askAgain(client: QueryClient): Promise<void> {
  const hung = await cancelSilentQueries(client);
  const isOld = ({ state }: Query) =>
    state.status === 'error' ? state.error?.status === 0 : state.isInvalidated && state.fetchStatus === 'idle';
  await client.refetchQueries({ type: 'active', predicate: (query) => hung.has(query.queryHash) || isOld(query) });
}

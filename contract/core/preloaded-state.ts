// The answers that a page comes with, as the query library takes them in (its DehydratedState), and what they are as new as.

import type { Endpoint, Topic } from './endpoint.ts';
import { type AnyInput, firstPage, pagesKeyOf, queryKeyOf, urlOf } from './request.ts';

/**
 * For each topic a word that is another after every change to it; no two processes name the same ones. Null: the server does not hear
 * of changes just now.
 */
export type CacheVersions = Record<Topic, string> | null;

/** `versions` were read before the answers were. */
export type PreloadedState = { versions: CacheVersions; queries: DehydratedQuery[] };

/** A call that a page starts with; `growing`: the first page of a list that grows page by page. */
export type InitialCall = { endpoint: Endpoint; input: AnyInput; growing: boolean };

/** The address that such a call asks at. */
export function initialUrl({ endpoint, input, growing }: InitialCall): string {
  return urlOf(endpoint, growing ? firstPage(input) : input);
}

export type DehydratedQuery = ReturnType<typeof dehydrateQuery>;

/** The answer of a call, as the library's own `dehydrate` writes it, but for times: the browser has another clock, and equal pages are equal. */
export function dehydrateQuery({ endpoint, input, growing }: InitialCall, response: unknown) {
  const queryKey = growing ? pagesKeyOf(endpoint, input) : queryKeyOf(endpoint, input);
  return {
    queryKey,
    // The library hashes with names in order, as they are in our keys.
    queryHash: JSON.stringify(queryKey),
    dehydratedAt: 0,
    meta: { topics: endpoint.topics },
    ...(growing ? { queryType: 'infinite' as const } : {}),
    state: {
      data: growing ? { pages: [response], pageParams: [null] } : response,
      dataUpdateCount: 0,
      dataUpdatedAt: 0,
      error: null,
      errorUpdateCount: 0,
      errorUpdatedAt: 0,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      fetchMeta: null,
      fetchStatus: 'idle' as const,
      isInvalidated: false,
      status: 'success' as const,
    },
  };
}

/** The id of the element with this as JSON. */
export const preloadedStateElementId = 'preloaded-state';

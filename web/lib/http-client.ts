// Calling the server by the contract: the only file that fetches. Free of React, so that the login page stays light.
import type { Endpoint, Reply, RequestInput } from '#contract/endpoint.ts';
import { ApiError, networkError, toApiError } from './api-error.ts';
import { discardPreloaded, preloadedResponse } from './preloaded-state.ts';

type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };
type Parts<G extends { params: unknown; query: unknown; body: unknown }> = Part<'params', G['params']> &
  Part<'query', G['query']> &
  Part<'body', G['body']>;

/** What a call is given: `params`, `query` and `body` of its schemas; what may be empty may be left out. */
export type Input<E extends Endpoint> = Parts<RequestInput<E>>;

/** One page of a list: `next` is the cursor of the page after it; only the first page carries the whole count. */
export type Page<Row> = { rows: Row[]; next: string | null; total: number | null };

/** What a call answers: a page of a list, else the one thing. */
export type Response<E extends Endpoint> = E extends { list: true } ? Page<Reply<E>> : Reply<E>;

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** The same key never creates two (decisions §4). */
  idempotencyKey?: string | undefined;
};

type LooseInput = { params?: unknown; query?: unknown; body?: unknown };

/** The address that a call asks at, below this host. Query values that are undefined, null or '' are left out. */
export function urlOf(route: Pick<Endpoint, 'path'>, input: LooseInput): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * Asks the server, but for what the page brought along; a refusal or no answer at all is an ApiError. The reply is trusted: the server
 * cut it by the same schema.
 */
export async function call<E extends Endpoint>(
  route: E,
  input: Input<E>,
  { signal, idempotencyKey }: CallOptions = {},
): Promise<Response<E>> {
  const given = preloaded(route, input);
  if (given !== undefined) return given;
  if (route.method !== 'GET') discardPreloaded();
  const { body } = input as LooseInput;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const response = await fetch(urlOf(route, input as LooseInput), {
    method: route.method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  }).catch((cause: unknown) => {
    throw signal?.aborted ? cause : networkError(cause);
  });
  if (!response.ok) throw toApiError(response, await response.text().catch(() => ''));
  const answer: unknown = await response.json().catch((cause: unknown) => {
    throw networkError(cause);
  });
  return toAnswer(route, answer, (name) => response.headers.get(name)) as Response<E>;
}

/** The answer that the page brought along, at once; undefined where it brought none. */
export function preloaded<E extends Endpoint>(route: E, input: Input<E>): Response<E> | undefined {
  const given = route.method === 'GET' ? preloadedResponse(urlOf(route, input as LooseInput)) : undefined;
  if (!given) return undefined;
  return toAnswer(route, given.body, (name) => (name === 'link' ? given.link : given.total) ?? null) as Response<E>;
}

function toAnswer(route: Endpoint, body: unknown, header: (name: 'link' | 'x-total-count') => string | null): unknown {
  if (!route.list) return body;
  const total = header('x-total-count');
  return { rows: body, next: nextCursor(header('link')), total: total === null ? null : Number(total) };
}

/** The cursor in `<…?cursor=…>; rel="next"`, or null on the last page. */
export function nextCursor(link: string | null): string | null {
  const address = /<([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return address ? new URL(address, 'http://here').searchParams.get('cursor') : null;
}

/** Null where the call answers 401: asking who one is, is no failure (foundation §7). */
export async function callOrNull<E extends Endpoint>(route: E, input: Input<E>, options?: CallOptions) {
  return call(route, input, options).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  });
}

/** A key for one wish to create something; a retry of that wish carries the same. crypto.randomUUID is missing on plain http. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

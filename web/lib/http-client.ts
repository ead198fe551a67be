// Calling the server by the contract: the only file that fetches. Free of React, so that the login page stays light.

import type { Endpoint } from '#contract/endpoint.ts';
import { type AnyInput, type Input, type Response, toResponse, urlOf } from '#contract/request.ts';
import { ApiError, networkError, toApiError } from './api-error.ts';

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** The same key never creates two (behaviour §9.3). */
  idempotencyKey?: string | undefined;
  /** It is sent also where the page is left meanwhile. */
  keepalive?: boolean | undefined;
};

/** Asks the server; a refusal or no answer at all is an ApiError. The reply is trusted: the server cut it by the same schema. */
export async function call<E extends Endpoint>(
  route: E,
  input: Input<E>,
  { signal, idempotencyKey, keepalive = false }: CallOptions = {},
): Promise<Response<E>> {
  const { body } = input as AnyInput;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const response = await fetch(urlOf(route, input as AnyInput), {
    method: route.method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    keepalive,
  }).catch((cause: unknown) => {
    throw signal?.aborted ? cause : networkError(cause);
  });
  if (!response.ok) throw toApiError(response, await response.text().catch(() => ''));
  const answer: unknown = await response.json().catch((cause: unknown) => {
    throw networkError(cause);
  });
  const header = (name: string) => response.headers.get(name);
  return toResponse(route, answer, { link: header('link'), total: header('x-total-count') }) as Response<E>;
}

/** Null where the call answers 401: asking who one is, is no failure (behaviour §9.2). */
export async function callOrNull<E extends Endpoint>(route: E, input: Input<E>) {
  return call(route, input).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  });
}

/** A part of a file, for viewers that read files in parts. */
export function fetchPart(url: string, headers: HeadersInit, signal: AbortSignal) {
  return fetch(url, { headers, signal });
}

// Calling the server by the contract: the only file that fetches. Free of React, so that the login page stays light.
import type { Endpoint } from '#contract/core/endpoint.ts';
import { type AnyInput, type Input, type Response, toResponse, urlOf } from '#contract/core/request.ts';
import { deadMs } from '#web/lib/device/timeouts.ts';
import { ApiError, networkError, toApiError } from './api-error.ts';

type CallOptions = {
  signal?: AbortSignal | undefined;
  /** The same key never creates two (behaviour §9.3). */
  idempotencyKey?: string | undefined;
  /** It is sent also where the page is left meanwhile. */
  keepalive?: boolean | undefined;
};

/** Asks the server; a refusal, or silence, is an ApiError. The reply is trusted: the server cut it by the same schema. */
export async function call<E extends Endpoint>(
  route: E,
  input: Input<E>,
  { signal, idempotencyKey, keepalive = false }: CallOptions = {},
): Promise<Response<E>> {
  const { body } = input as AnyInput;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const line = { method: route.method, headers, body: body === undefined ? null : JSON.stringify(body), keepalive };
  const { response, text } = await fetchText(urlOf(route, input as AnyInput), line, signal);
  if (!response.ok) throw toApiError(response, text);
  const header = (name: string) => response.headers.get(name);
  return toResponse(route, parse(text), { link: header('link'), total: header('x-total-count') }) as Response<E>;
}

/** The whole response. A connection that is silent for too long is given up like one that is cut: it counts as offline. */
async function fetchText(url: string, options: RequestInit, signal: AbortSignal | undefined) {
  const silence = new AbortController();
  let timer = setTimeout(giveUp, deadMs);
  function giveUp() {
    silence.abort(new Error('Nothing came'));
  }
  const hear = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, deadMs);
  };
  const stopListening = endWith(silence, signal);
  try {
    const response = await fetch(url, { ...options, signal: silence.signal });
    hear();
    // What a write answers is short: only long lists come by and by.
    return { response, text: options.method === 'GET' ? await readText(response, hear) : await response.text() };
  } catch (cause) {
    throw signal?.aborted ? cause : networkError(cause);
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}

async function readText({ body }: globalThis.Response, hear: () => void): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    hear();
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw networkError(cause);
  }
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

/** Messages of the server over an event stream, for the live channel (live-channel.ts). */
export function openEventStream(url: string): EventSource {
  return new EventSource(url);
}

// Signals that end others: what newer browsers have as AbortSignal.any, for phones from before 2024 too.

/** Ends `controller` with the other one; answers how to stop listening. */
export function endWith(controller: AbortController, other: AbortSignal | undefined): () => void {
  const leave = () => controller.abort(other?.reason);
  if (other?.aborted) leave();
  other?.addEventListener('abort', leave);
  return () => other?.removeEventListener('abort', leave);
}

// The only HTTP client for other hosts: public https addresses, within limits of time, size and redirects (behaviour §6.6).
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { Agent, type Dispatcher, fetch, type Response } from 'undici';
import { isImageType, mediaType, sniffImage } from '#server/media/formats/media-types.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { publicLookup, type Resolve, refusePrivateLiteral, systemResolve } from './public-address.ts';

const mebibyte = 1024 * 1024;
const defaults = {
  connectMs: 3_000,
  headersMs: 5_000,
  /** The same for a slow request, such as a long listing. */
  slowHeadersMs: 12_000,
  /** For a whole response; for a streamed one, until its headers arrive. */
  totalMs: 15_000,
  /** How long a body may pause. */
  idleMs: 10_000,
  redirects: 3,
  imageBytes: 25 * mebibyte,
  imagesPerHost: 4,
};
/** Limit of hosts whose requests are counted; the least recently used one is forgotten. */
const maxHosts = 500;
export type FetchLimits = typeof defaults;

export type FetchRequest = {
  method?: 'GET' | 'POST';
  body?: string | Uint8Array;
  /** Sent to every host of a redirect. */
  headers?: Record<string, string>;
  /** Keys and tokens: only sent to the first origin, not along redirects. */
  secrets?: Record<string, string>;
  /**
   * Origins from the operator's settings, which may be private. Passed with each request, not globally: a pasted link must not reach what
   * only a setting may reach.
   */
  exempt?: readonly string[];
  /** The host may take longer before it answers. */
  isSlow?: boolean;
  /** A redirect is the response itself: it is not followed, and its status is returned. */
  keepRedirect?: boolean;
};
/** The headers of a response, and its body as a stream. Callers that do not read it to its end must destroy it. */
export type FetchResponse = { status: number; headers: Response['headers']; host: string; body: Readable };
export type BufferedResponse = Omit<FetchResponse, 'body'> & { bytes: Buffer };
export type SafeFetch = ReturnType<typeof createSafeFetch>;

function checkUrl(url: URL, exempt: readonly string[]): URL {
  if (url.username !== '' || url.password !== '')
    throw new MediaError('forbidden_address', 'An address with a user name or password in it is not fetched.');
  if (exempt.includes(url.origin)) return url;
  if (url.protocol !== 'https:')
    throw new MediaError('forbidden_address', 'Media are only fetched from addresses that begin with https://.');
  if (url.port !== '')
    throw new MediaError('forbidden_address', 'An address with a port of its own is not fetched: use one without it.');
  refusePrivateLiteral(url.hostname);
  return url;
}

function parseUrl(text: string, base?: URL): URL {
  if (URL.canParse(text, base?.href)) return new URL(text, base);
  throw new MediaError('unreachable', `${base?.hostname ?? 'This link'} leads to an address that is not valid.`);
}

function redirection(response: Response, { keepRedirect = false }: FetchRequest): string | null {
  if (keepRedirect) return null;
  return [301, 302, 303, 307, 308].includes(response.status) ? response.headers.get('location') : null;
}

const timeouts = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'TimeoutError',
]);

/** A sentence for what went wrong; it names only the host of an address. */
function toMediaError(error: unknown, host: string): MediaError {
  const { cause } = error as { cause?: unknown };
  if (error instanceof MediaError) return error;
  if (cause instanceof MediaError) return cause;
  const marks = [error, cause].flatMap((one) => [(one as { code?: string })?.code, (one as { name?: string })?.name]);
  if (marks.some((mark) => timeouts.has(String(mark))))
    return new MediaError('unreachable', `${host} did not answer in time: try again later.`);
  if (marks.includes('ENOTFOUND')) return new MediaError('unreachable', `There is no host named ${host}.`);
  return new MediaError('unreachable', `${host} cannot be reached: try again later.`);
}

function tooLarge(host: string, maxBytes: number): MediaError {
  return new MediaError('too_large', `The file from ${host} is larger than ${Math.round(maxBytes / mebibyte)} MB.`);
}

/** The error for a status; null for a successful one. */
export function statusError({ status, host }: Pick<FetchResponse, 'status' | 'host'>): MediaError | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401 || status === 403)
    return new MediaError(
      'not_shared',
      `${host} does not show this to everybody: share it with anyone who has the link.`,
    );
  if (status === 404 || status === 410)
    return new MediaError('not_found', `There is nothing at this address of ${host}.`);
  if (status === 416) return new MediaError('bad_range', 'The file has no such part.');
  if (status === 429 || status === 503) return new MediaError('busy', `${host} is too busy: try again later.`);
  return new MediaError('unreachable', `${host} answers with an error (${status}): try again later.`);
}

function notAnImage(host: string): MediaError {
  return new MediaError('no_picture', `The file from ${host} is not a JPEG, PNG, WebP, GIF or AVIF picture.`);
}

function imageError(response: Omit<FetchResponse, 'body'>): MediaError | null {
  const isImage = isImageType(mediaType(response.headers.get('content-type')));
  return statusError(response) ?? (isImage ? null : notAnImage(response.host));
}

/** Counts decompressed bytes, so that a small response cannot become a large one. */
async function readBody(response: Response, host: string, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = Number(response.headers.get('content-length') ?? 0);
  if (size > maxBytes) {
    await response.body?.cancel();
    throw tooLarge(host, maxBytes);
  }
  size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (size > maxBytes) throw tooLarge(host, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Sends one request, without following redirects; `secrets` are its own. */
function createSender(limits: FetchLimits, resolve: Resolve) {
  const { connectMs: timeout, headersMs: headersTimeout, idleMs: bodyTimeout } = limits;
  const lookup = publicLookup(resolve);
  const guarded = new Agent({ connect: { timeout, lookup }, headersTimeout, bodyTimeout });
  // A separate pool, so that a guarded request never reuses a connection to a private address.
  const unguarded = new Agent({ connect: { timeout }, headersTimeout, bodyTimeout });

  function dispatcherFor(url: URL, { exempt, isSlow }: FetchRequest): Dispatcher {
    const agent = exempt?.includes(url.origin) ? unguarded : guarded;
    if (!isSlow) return agent;
    return agent.compose(
      (dispatch) => (options, handler) => dispatch({ ...options, headersTimeout: limits.slowHeadersMs }, handler),
    );
  }

  function send(url: URL, request: FetchRequest, signal: AbortSignal): Promise<Response> {
    return fetch(url, {
      method: request.method ?? 'GET',
      headers: { 'accept-encoding': 'identity', ...request.headers, ...request.secrets },
      body: request.body ?? null,
      redirect: 'manual',
      signal,
      dispatcher: dispatcherFor(url, request),
    }).catch((error: unknown) => {
      throw toMediaError(error, url.hostname);
    });
  }

  async function close(): Promise<void> {
    await Promise.all([guarded.destroy(), unguarded.destroy()]);
  }
  return { send, close };
}

/**
 * Requests to other hosts. Names are resolved by `resolve`; a connection goes to the very addresses that were checked, and every hop of a
 * redirect is checked again. All errors are MediaErrors.
 */
export function createSafeFetch(options: { resolve?: Resolve; limits?: Partial<FetchLimits> } = {}) {
  const limits = { ...defaults, ...options.limits };
  const { send, close } = createSender(limits, options.resolve ?? systemResolve);
  const perHost = new LRUCache<string, LimitFunction>({
    max: maxHosts,
    memoMethod: () => pLimit(limits.imagesPerHost),
  });

  async function follow(
    text: string,
    { secrets, ...request }: FetchRequest,
    signal: AbortSignal,
  ): Promise<{ response: Response; host: string }> {
    const { exempt = [] } = request;
    const first = checkUrl(parseUrl(text), exempt);
    const maxRedirects = request.method === 'POST' ? 0 : limits.redirects;
    for (let at = first, hops = 0; ; hops++) {
      const response = await send(
        at,
        at.origin === first.origin && secrets ? { ...request, secrets } : request,
        signal,
      );
      const next = redirection(response, request);
      if (next === null) return { response, host: at.hostname };
      await response.body?.cancel();
      if (hops >= maxRedirects) throw new MediaError('unreachable', `${first.hostname} redirects too many times.`);
      at = checkUrl(parseUrl(next, at), exempt);
    }
  }

  /** The response as soon as its headers arrive. */
  async function open(url: string, request: FetchRequest = {}): Promise<FetchResponse> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), limits.totalMs);
    try {
      const { response, host } = await follow(url, request, controller.signal);
      const body = response.body ? Readable.fromWeb(response.body) : Readable.from([]);
      // An error before anybody listens must not end the process; whoever reads the body later gets it anyway.
      body.on('error', () => undefined);
      return { status: response.status, headers: response.headers, host, body };
    } finally {
      clearTimeout(timer);
    }
  }

  /** The whole response, refused above `maxBytes`; `check` may refuse it by its headers. */
  async function read(
    url: string,
    request: FetchRequest & { maxBytes: number; check?: (response: Omit<FetchResponse, 'body'>) => MediaError | null },
  ): Promise<BufferedResponse> {
    const { response, host } = await follow(url, request, AbortSignal.timeout(limits.totalMs));
    const refused = request.check?.({ status: response.status, headers: response.headers, host });
    if (refused) {
      await response.body?.cancel();
      throw refused;
    }
    const bytes = await readBody(response, host, request.maxBytes).catch((error: unknown) => {
      throw toMediaError(error, host);
    });
    return { status: response.status, headers: response.headers, host, bytes };
  }

  /** An image, by its declared type and by its first bytes. */
  async function image(url: string, request: FetchRequest & { maxBytes?: number } = {}): Promise<Buffer> {
    const headers = { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif', ...request.headers };
    const checked = { ...request, headers, maxBytes: request.maxBytes ?? limits.imageBytes, check: imageError };
    const { bytes, host } = await perHost.memo(parseUrl(url).host)(() => read(url, checked));
    if (sniffImage(bytes) === null) throw notAnImage(host);
    return bytes;
  }

  /** Where an address leads after redirects; its body is not read. */
  async function probe(url: string): Promise<{ status: number; host: string }> {
    const { status, host, body } = await open(url);
    body.destroy();
    return { status, host };
  }

  return { open, read, image, probe, close };
}

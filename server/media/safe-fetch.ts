// The only way to the outside world: public https addresses, within limits of time, size and redirects (media-links §5.2).
import { Readable } from 'node:stream';
import { Agent, type Dispatcher, fetch, type Response } from 'undici';
import { createKeyedLimit } from '#server/lib/keyed-limit.ts';
import { isImageType, mediaType, sniffImage } from './media-types.ts';
import { publicLookup, type Resolve, refusePrivateLiteral, systemResolve } from './public-address.ts';
import { MediaError } from './source.ts';

const mebibyte = 1024 * 1024;
const defaults = {
  connectMs: 3_000,
  headersMs: 5_000,
  /** The same for a question over which a host has to think, as a long listing. */
  thoughtMs: 12_000,
  /** For a whole answer; of a streamed one, until its headers are there. */
  totalMs: 15_000,
  /** How long a body may pause. */
  idleMs: 10_000,
  redirects: 3,
  pictureBytes: 25 * mebibyte,
  picturesAtOnce: 4,
};
export type FetchLimits = typeof defaults;

export type FetchRequest = {
  method?: 'GET' | 'POST';
  body?: string;
  /** Go along to wherever redirects lead. */
  headers?: Record<string, string>;
  /** Keys and tokens: go to the origin that was asked, and no further. */
  secrets?: Record<string, string>;
  /**
   * Origins of the operator's own settings, which may be private. Named by each call, not once for all: a pasted link must
   * not reach what only a setting may.
   */
  exempt?: readonly string[];
  /** The host may think longer before it answers. */
  takesThought?: boolean;
};
/** The headers of an answer, and its body as it comes. Whoever does not read it to its end destroys it. */
export type FetchResponse = { status: number; headers: Response['headers']; host: string; body: Readable };
export type BufferedResponse = Omit<FetchResponse, 'body'> & { bytes: Buffer };
export type SafeFetch = ReturnType<typeof createSafeFetch>;

function checked(url: URL, exempt: readonly string[]): URL {
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

function parsed(text: string, base?: URL): URL {
  if (URL.canParse(text, base?.href)) return new URL(text, base);
  throw new MediaError('unreachable', `${base?.hostname ?? 'This link'} leads to an address that is none.`);
}

function redirection(response: Response): string | null {
  return [301, 302, 303, 307, 308].includes(response.status) ? response.headers.get('location') : null;
}

const late = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'TimeoutError']);

/** What went wrong on the way, in words; causes never name more of an address than its host. */
function toFault(error: unknown, host: string): MediaError {
  const { cause } = error as { cause?: unknown };
  if (error instanceof MediaError) return error;
  if (cause instanceof MediaError) return cause;
  const marks = [error, cause].flatMap((one) => [(one as { code?: string })?.code, (one as { name?: string })?.name]);
  if (marks.some((mark) => late.has(String(mark))))
    return new MediaError('unreachable', `${host} did not answer in time: try again later.`);
  if (marks.includes('ENOTFOUND')) return new MediaError('unreachable', `There is no host named ${host}.`);
  return new MediaError('unreachable', `${host} cannot be reached: try again later.`);
}

function tooLarge(host: string, most: number): MediaError {
  return new MediaError('too_large', `What ${host} sends is larger than ${Math.round(most / mebibyte)} MB.`);
}

/** Why an answer of this status is of no use; null for a good one. */
export function fetchRefused({ status, host }: Pick<FetchResponse, 'status' | 'host'>): MediaError | null {
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

function noPicture(host: string): MediaError {
  return new MediaError('no_picture', `What ${host} sends is no JPEG, PNG, WebP, GIF or AVIF picture.`);
}

function refusalOfPicture(answer: Omit<FetchResponse, 'body'>): MediaError | null {
  const isPicture = isImageType(mediaType(answer.headers.get('content-type')));
  return fetchRefused(answer) ?? (isPicture ? null : noPicture(answer.host));
}

/** Counts what comes out of any compression, so that a small answer cannot become a large one. */
async function readWhole(response: Response, host: string, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = Number(response.headers.get('content-length') ?? 0);
  if (size > most) {
    await response.body?.cancel();
    throw tooLarge(host, most);
  }
  size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (size > most) throw tooLarge(host, most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Calls to other hosts. Names are resolved by `resolve`; a connection goes to the addresses that were judged, and every hop
 * of a redirect is judged anew. All faults are MediaFaults.
 */
export function createSafeFetch(options: { resolve?: Resolve; limits?: Partial<FetchLimits> } = {}) {
  const limits = { ...defaults, ...options.limits };
  const { connectMs: timeout, headersMs: headersTimeout, idleMs: bodyTimeout } = limits;
  const lookup = publicLookup(options.resolve ?? systemResolve);
  const guarded = new Agent({ connect: { timeout, lookup }, headersTimeout, bodyTimeout });
  // Of its own, so that no connection to a private address is ever there to be used again by a guarded call.
  const unguarded = new Agent({ connect: { timeout }, headersTimeout, bodyTimeout });
  const inTurn = createKeyedLimit(limits.picturesAtOnce);

  function dispatcherFor(url: URL, ask: FetchRequest): Dispatcher {
    const agent = ask.exempt?.includes(url.origin) ? unguarded : guarded;
    if (!ask.takesThought) return agent;
    return agent.compose(
      (dispatch) => (options, handler) => dispatch({ ...options, headersTimeout: limits.thoughtMs }, handler),
    );
  }

  function send(url: URL, ask: FetchRequest, how: { secret: boolean; signal: AbortSignal }): Promise<Response> {
    return fetch(url, {
      method: ask.method ?? 'GET',
      headers: { 'accept-encoding': 'identity', ...ask.headers, ...(how.secret ? ask.secrets : {}) },
      body: ask.body ?? null,
      redirect: 'manual',
      signal: how.signal,
      dispatcher: dispatcherFor(url, ask),
    });
  }

  async function follow(
    text: string,
    ask: FetchRequest,
    signal: AbortSignal,
  ): Promise<{ response: Response; host: string }> {
    const first = checked(parsed(text), ask.exempt ?? []);
    const most = ask.method === 'POST' ? 0 : limits.redirects;
    for (let at = first, hops = 0; ; hops++) {
      const host = at.hostname;
      const secret = at.origin === first.origin;
      const response = await send(at, ask, { secret, signal }).catch((error: unknown) => {
        throw toFault(error, host);
      });
      const next = redirection(response);
      if (next === null) return { response, host };
      await response.body?.cancel();
      if (hops >= most) throw new MediaError('unreachable', `${first.hostname} sends us from address to address.`);
      at = checked(parsed(next, at), ask.exempt ?? []);
    }
  }

  /** The answer as soon as its headers are there. */
  async function open(url: string, ask: FetchRequest = {}): Promise<FetchResponse> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(new DOMException('late', 'TimeoutError')), limits.totalMs);
    try {
      const { response, host } = await follow(url, ask, patience.signal);
      const body = response.body ? Readable.fromWeb(response.body) : Readable.from([]);
      // A fault before anybody listens must not end the process; whoever reads the body later hears of it all the same.
      body.on('error', () => undefined);
      return { status: response.status, headers: response.headers, host, body };
    } finally {
      clearTimeout(timer);
    }
  }

  /** The whole answer, at most so many bytes of it; `judge` may refuse it by its headers. */
  async function read(
    url: string,
    ask: FetchRequest & { most: number; judge?: (answer: Omit<FetchResponse, 'body'>) => MediaError | null },
  ): Promise<BufferedResponse> {
    const { response, host } = await follow(url, ask, AbortSignal.timeout(limits.totalMs));
    const fault = ask.judge?.({ status: response.status, headers: response.headers, host });
    if (fault) {
      await response.body?.cancel();
      throw fault;
    }
    const bytes = await readWhole(response, host, ask.most).catch((error: unknown) => {
      throw toFault(error, host);
    });
    return { status: response.status, headers: response.headers, host, bytes };
  }

  /** A picture, by its declared type and by its first bytes. */
  async function picture(url: string, ask: FetchRequest & { most?: number } = {}): Promise<Buffer> {
    const headers = { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif', ...ask.headers };
    const wanted = { ...ask, headers, most: ask.most ?? limits.pictureBytes, judge: refusalOfPicture };
    const { bytes, host } = await inTurn(parsed(url).host, () => read(url, wanted));
    if (sniffImage(bytes) === null) throw noPicture(host);
    return bytes;
  }

  async function close(): Promise<void> {
    await Promise.all([guarded.destroy(), unguarded.destroy()]);
  }

  return { open, read, picture, close };
}

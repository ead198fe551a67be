// Plain links to a picture, film or GeoTIFF on the web or in Dropbox: one file, its bytes relayed. Nobody waits long for a slow host.
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Link } from '#contract/links.ts';
import { mediaType } from './media-types.ts';
import { proxyResponse, singleRange } from './proxy-response.ts';
import { type FetchResponse, fetchRefused, type SafeFetch } from './safe-fetch.ts';
import { MediaError, type MediaSource, type SourceFile } from './source.ts';
import { createStaleIfErrorCache } from './stale-if-error-cache.ts';

const minute = 60_000;
/** A list does not wait longer for a host to say how large its file is. */
const patienceMs = 2_000;

/** What a host says of its file; `version` is null where it gives no mark of its bytes. */
type Said = { bytes: number | null; version: string | null };

const unknown: Said = { bytes: null, version: null };

function short(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The address of the bytes: Dropbox answers a page unless it is asked for them, and needs the rest of its link as it is. */
function bytesAddress(link: Link): string {
  const url = new URL(link.url ?? '');
  if (link.provider === 'dropbox') {
    url.protocol = 'https:';
    url.searchParams.delete('dl');
    url.searchParams.set('raw', '1');
  }
  return url.href;
}

function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function sizeIn({ status, headers }: FetchResponse): number | null {
  const whole =
    status === 206 ? /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] : headers.get('content-length');
  return whole && /^\d+$/.test(whole) ? Number(whole) : null;
}

/** What one byte of the file tells about it: hosts answer this where they refuse HEAD. Only a definite no is a fault. */
async function look(fetch: SafeFetch, url: string): Promise<Said> {
  const answer = await fetch.open(url, { headers: { range: 'bytes=0-0' } });
  answer.body.destroy();
  const fault = answer.status === 416 ? null : fetchRefused(answer);
  if (fault?.code === 'not_found' || fault?.code === 'not_shared') throw fault;
  if (!fault && mediaType(answer.headers.get('content-type')) === 'text/html')
    throw new MediaError('no_picture', `${answer.host} answers a page in place of the file: link to the file itself.`);
  const mark = answer.headers.get('etag') ?? answer.headers.get('last-modified');
  return fault ? unknown : { bytes: sizeIn(answer), version: mark && short(mark) };
}

/** Direct and Dropbox links to pictures, films and GeoTIFFs; all others are none of its own. */
export function createDirectLinkSource(house: { fetch: SafeFetch; now?: () => number }): MediaSource {
  const { fetch, now = Date.now } = house;
  const looks = createStaleIfErrorCache<Said>({ freshMs: 5 * minute, staleMs: 24 * 60 * minute, most: 1_000, now });
  const reading = new Map<string, Promise<Buffer>>();

  /** One download serves all sizes that are asked for at the same time. */
  function picture(url: string): Promise<Buffer> {
    const running = reading.get(url) ?? fetch.picture(url).finally(() => reading.delete(url));
    reading.set(url, running);
    return running;
  }

  /** A film is played by the browser itself, which may reach what we may not. */
  async function knownOf(url: string, kind: SourceFile['kind']): Promise<Said> {
    return known(url).catch((fault: unknown) => {
      if (kind === 'video' && fault instanceof MediaError && fault.code === 'forbidden_address') return unknown;
      throw fault;
    });
  }

  /** What is known within moments; a slower answer is there for the next list. */
  async function known(url: string): Promise<Said> {
    const looked = looks(url, (patient) =>
      look(fetch, url).catch((fault: unknown) => {
        if (patient && fault instanceof MediaError && fault.code === 'unreachable') return unknown;
        throw fault;
      }),
    );
    const patience = new AbortController();
    const late = wait(patienceMs, unknown, { signal: patience.signal, ref: false });
    return Promise.race([looked, late]).finally(() => patience.abort());
  }

  function toFile(url: string, kind: SourceFile['kind'], said: Said): SourceFile {
    const today = new Date(now()).toISOString().slice(0, 10);
    return {
      id: `web:${short(url)}`,
      name: nameIn(url),
      kind,
      bytes: said.bytes,
      version: said.version ?? `day-${today}`,
      width: null,
      height: null,
      embedUrl: null,
      webUrl: url,
      async picture() {
        if (kind !== 'image') throw new MediaError('no_picture', 'This file has no preview.');
        return picture(url);
      },
      async open(range) {
        const part = singleRange(range);
        const answer = await fetch.open(url, part === null ? {} : { headers: { range: part } });
        const fault = fetchRefused(answer);
        if (fault) answer.body.destroy();
        if (fault) throw fault;
        return proxyResponse(answer);
      },
    };
  }

  return {
    async list(link: Link): Promise<SourceFile[] | null> {
      const { provider, kind, url } = link;
      const isOurs = provider === 'direct' || provider === 'dropbox';
      if (!isOurs || url === null || (kind !== 'image' && kind !== 'video' && kind !== 'geotiff')) return null;
      const address = bytesAddress(link);
      return [toFile(address, kind, await knownOf(address, kind))];
    },
  };
}

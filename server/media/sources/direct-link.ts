// Direct links to an image, video or GeoTIFF on the web or in Dropbox: one file, streamed through. A list never waits long for slow hosts.
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Link } from '#contract/links/link.ts';
import { percentDecoded } from '#contract/links/parse-url.ts';
import type { ImageMetadata } from '#server/media/formats/image-metadata.ts';
import { mediaType } from '#server/media/formats/media-types.ts';
import type { FileBytes } from '#server/media/formats/range.ts';
import { createVideoMetadata } from '#server/media/formats/video-header.ts';
import { proxyResponse, singleRange } from '#server/media/net/proxy-response.ts';
import { type FetchResponse, type SafeFetch, statusError } from '#server/media/net/safe-fetch.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { createRemoteTiffKinds, remoteParts } from './remote-parts.ts';
import type { MediaSource, SourceFile } from './source.ts';
import { createStaleIfErrorCache } from './stale-if-error-cache.ts';

const minute = 60_000;
/** A list does not wait longer for a host to say how large its file is. */
const timeoutMs = 2_000;

/** What a host says of its file; `version` is null where it sends neither ETag nor Last-Modified. */
type FileFacts = { bytes: number | null; version: string | null };

const unknown: FileFacts = { bytes: null, version: null };

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The address of the bytes: Dropbox answers with a page unless `raw` is set, and needs the rest of its link as it is. */
function bytesUrl(link: Link): string {
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
  return percentDecoded(last) ?? last;
}

function sizeIn({ status, headers }: FetchResponse): number | null {
  const whole =
    status === 206 ? /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] : headers.get('content-length');
  return whole && /^\d+$/.test(whole) ? Number(whole) : null;
}

/** Requests one byte of the file: hosts answer this where they refuse HEAD. Only a definite refusal is an error. */
async function requestFacts(fetch: SafeFetch, url: string): Promise<FileFacts> {
  const response = await fetch.open(url, { headers: { range: 'bytes=0-0' } });
  response.body.destroy();
  const error = response.status === 416 ? null : statusError(response);
  if (error?.code === 'not_found' || error?.code === 'not_shared') throw error;
  if (!error && mediaType(response.headers.get('content-type')) === 'text/html')
    throw new MediaError('no_picture', `${response.host} returns a page instead of the file: link to the file itself.`);
  const mark = response.headers.get('etag') ?? response.headers.get('last-modified');
  return error ? unknown : { bytes: sizeIn(response), version: mark && shortHash(mark) };
}

/** Direct and Dropbox links to images, videos and GeoTIFFs; null for all others. */
export function createDirectLinkSource(deps: { fetch: SafeFetch; now?: () => number }): MediaSource {
  const { fetch, now = Date.now } = deps;
  const cached = createStaleIfErrorCache<FileFacts>({
    freshMs: 5 * minute,
    staleMs: 24 * 60 * minute,
    max: 1_000,
    now,
  });
  const downloads = new Map<string, Promise<Buffer>>();
  const videoMetadata = createVideoMetadata();
  const tiffKinds = createRemoteTiffKinds();

  /** One download serves all sizes that are requested at the same time. */
  function image(url: string): Promise<Buffer> {
    const download = downloads.get(url) ?? fetch.image(url).finally(() => downloads.delete(url));
    downloads.set(url, download);
    return download;
  }

  /** The browser itself plays a video, and may reach what we may not. */
  async function factsOf(url: string, kind: SourceFile['kind']): Promise<FileFacts> {
    return factsInTime(url).catch((error: unknown) => {
      if (kind === 'video' && error instanceof MediaError && error.code === 'forbidden_address') return unknown;
      throw error;
    });
  }

  /** What is known within the timeout; a slower answer is there for the next list. */
  async function factsInTime(url: string): Promise<FileFacts> {
    const facts = cached(url, (isFirst) =>
      requestFacts(fetch, url).catch((error: unknown) => {
        if (isFirst && error instanceof MediaError && error.code === 'unreachable') return unknown;
        throw error;
      }),
    );
    const controller = new AbortController();
    const timeout = wait(timeoutMs, unknown, { signal: controller.signal, ref: false });
    return Promise.race([facts, timeout]).finally(() => controller.abort());
  }

  async function openPart(url: string, range: string | null): Promise<FileBytes> {
    const part = singleRange(range);
    const response = await fetch.open(url, part === null ? {} : { headers: { range: part } });
    const error = statusError(response);
    if (error) response.body.destroy();
    if (error) throw error;
    return proxyResponse(response);
  }

  /** What is known of a video within the timeout: its table of contents is a few small parts of it. */
  async function videoOf(url: string, { bytes, version }: FileFacts): Promise<ImageMetadata> {
    const parts = remoteParts((range) => openPart(url, range), bytes ?? 0);
    const late: ImageMetadata = { width: null, height: null, panorama: null };
    const known = videoMetadata(`${url} ${version}`, (work) => work(parts, bytes ?? 0));
    return Promise.race([known, wait(timeoutMs, late, { ref: false })]);
  }

  function toFile(url: string, kind: SourceFile['kind'], facts: FileFacts): SourceFile {
    const today = new Date(now()).toISOString().slice(0, 10);
    return {
      id: `web:${shortHash(url)}`,
      name: nameIn(url),
      folder: '',
      kind,
      bytes: facts.bytes,
      version: facts.version ?? `day-${today}`,
      width: null,
      height: null,
      embedUrl: null,
      webUrl: url,
      async picture() {
        if (kind !== 'image') throw new MediaError('no_picture', 'This file has no preview.');
        return image(url);
      },
      ...(kind === 'video' && facts.bytes !== null ? { metadata: () => videoOf(url, facts) } : {}),
      open: (range) => openPart(url, range),
    };
  }

  return {
    async list(link: Link): Promise<SourceFile[] | null> {
      const { provider, kind, url } = link;
      const isOurs = provider === 'direct' || provider === 'dropbox';
      if (!isOurs || url === null || (kind !== 'image' && kind !== 'video' && kind !== 'geotiff')) return null;
      const address = bytesUrl(link);
      const file = toFile(address, kind, await factsOf(address, kind));
      if (kind !== 'geotiff') return [file];
      // Our decoder does not fetch such files: a picture of this kind is one to download.
      const tiff = await tiffKinds(file);
      return [tiff === 'picture' || tiff === 'raw' ? { ...file, kind: 'file' } : file];
    },
  };
}

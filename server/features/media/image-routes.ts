// Images: sized images of what a visible session links to, by session, kind and item (behaviour §6.7).

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { api } from '#contract/api.ts';
import type { Topic } from '#contract/core/endpoint.ts';
import type { LinkHosts } from '#contract/links/link.ts';
import type { PictureSize } from '#contract/media/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { contentDisposition } from '#server/http/calls/content-disposition.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { createMemoizer } from '#server/lib/memoize.ts';
import { notFound } from '#server/lib/problem.ts';
import type { ResponseCache } from '#server/lib/response-cache.ts';
import type { FileCleaner } from '#server/media/blanks/file-cleaner.ts';
import { formatFor, type Thumbnails } from '#server/media/images/thumbnails.ts';
import type { Maps } from '#server/media/maps/maps.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';
import { cacheControl } from './cache-control.ts';
import { addressNameOf } from './items.ts';
import type { LightReader } from './light-videos.ts';
import { mediaProblem } from './media-errors.ts';
import { listFilesForReply, loadSessionLink, type MediaTab } from './session-link.ts';

// The images of a tab as one person may see them, cached for a second: an open album requests each of its images.

/** In their order, by id. */
export type Images = ReadonlyMap<string, SourceFile>;

/** Every write that changes who sees which link carries one of these. */
const topics: readonly Topic[] = ['sessions', 'projects', 'users'];

/**
 * Calls `read` once for everybody who asks under a key within a second. No longer: nothing notifies us when files come, go, or are pinned.
 */
export function createImageListCache(
  cache: Pick<ResponseCache, 'versionOf' | 'isConnected'>,
  now: () => number = Date.now,
) {
  const memoizer = createMemoizer(cache, { max: 200, lifetime: 1_000, now });
  const memoize = memoizer.forTopics(topics);
  return {
    get: (key: string, read: () => Promise<Images>): Promise<Images> => memoize(key, read),
    forget: (key: string): void => memoizer.forget(topics, key),
  };
}
export type ImageListCache = ReturnType<typeof createImageListCache>;

/** What the handlers of images and files need. */
export type MediaDependencies = {
  hosts: LinkHosts;
  source: MediaSource;
  thumbnails: Thumbnails;
  maps: Maps;
  fileCleaner: FileCleaner;
  light: LightReader;
};

type ImageRequest = {
  actor: Person;
  request: FastifyRequest;
  reply: FastifyReply;
  size: PictureSize;
  version: string | null;
  /** As a JPEG under this name, in place of the best format that the browser shows. */
  saveAs?: string;
};

export async function sendImage(thumbnails: Thumbnails, file: SourceFile, to: ImageRequest): Promise<FastifyReply> {
  const { actor, request, reply, size, saveAs } = to;
  const { id, version: ofFile } = file;
  const asked = { id, version: ofFile, picture: (side: number) => file.picture(side), person: actor.id };
  const format = saveAs === undefined ? formatFor(request.headers.accept, size) : 'jpeg';
  const image = await thumbnails.get(asked, size, format).catch((error: Error) => {
    request.log.warn({ reason: error.message, item: file.id }, 'a picture cannot be shown');
    throw mediaProblem(error, 'Picture');
  });
  reply.headers({
    etag: image.etag,
    vary: 'Accept, Cookie',
    'cache-control': cacheControl(actor, to.version === ofFile ? 'for good' : 'for minutes'),
    'content-security-policy': "sandbox; default-src 'none'",
  });
  if (saveAs !== undefined) reply.header('content-disposition', contentDisposition(saveAs, 'attachment'));
  if (request.headers['if-none-match'] === image.etag) return reply.code(304).send();
  return reply.type(`image/${image.format}`).send(image.bytes);
}

type Reader = MediaDependencies & { db: Kysely<Tables>; actor: Person };

async function readImages(reader: Reader, tab: MediaTab): Promise<Images> {
  const linked = await loadSessionLink(reader, reader.actor, tab);
  const files = await listFilesForReply(reader.source, linked, 'Picture');
  return new Map(files.flatMap((file) => (file.kind === 'image' ? [[addressNameOf(file.id), file]] : [])));
}

type ImageDependencies = MediaDependencies & { imageLists: ImageListCache };
type ImageQuery = { tab: MediaTab; item: string; version: string | null };

/** An image that is not cached, or in another version, is looked up again: it may just have come. */
async function findImage(reader: Reader & ImageDependencies, { tab, item, version }: ImageQuery): Promise<SourceFile> {
  const { actor, imageLists } = reader;
  const key = `${actor.id} ${actor.role} ${tab.id} ${tab.kind}`;
  const lookUp = async () => {
    const images = await imageLists.get(key, () => readImages(reader, tab));
    // Older addresses name it by its id.
    return images.get(item) ?? images.get(addressNameOf(item));
  };
  const cached = await lookUp();
  if (cached && (version === null || version === cached.version)) return cached;
  imageLists.forget(key);
  const fresh = await lookUp();
  if (!fresh) throw notFound('Picture');
  return fresh;
}

/** The first one that is whole, as far as that is known; else the first. */
export async function firstPicture(files: Iterable<SourceFile>): Promise<SourceFile | undefined> {
  const pictures = [...files].filter(({ kind }) => kind === 'image');
  for (const file of pictures) if (!(await file.metadata?.())?.isCut) return file;
  return pictures[0];
}

type PosterReader = Pick<Reader, 'db' | 'hosts' | 'source' | 'light' | 'actor'>;

/** The picture of the first of a session's videos that has one, as far as this person sees it. */
export async function firstPoster(reader: PosterReader, id: number): Promise<SourceFile | null> {
  const linked = await loadSessionLink(reader, reader.actor, { id, kind: 'videos' });
  return reader.light.firstPoster(id, await listFilesForReply(reader.source, linked, 'Picture'));
}

/** The handlers of `GET /api/sessions/:id/cover/:size` and `…/media/:kind/:item/:size`. */
export function imageHandlers(
  deps: ImageDependencies,
): Pick<Handlers<typeof api.media>, 'sessionCover' | 'sessionImage'> {
  return {
    async sessionCover({ actor, db, params: { id, size }, request, reply }) {
      const reader = { ...deps, db, actor };
      const above = await firstPicture((await readImages(reader, { id, kind: 'drone' })).values());
      const first = above ?? (await firstPoster(reader, id));
      if (!first) throw notFound('Picture');
      // The address names the record, whose folder may get another first image.
      return sendImage(deps.thumbnails, first, { actor, request, reply, size, version: null });
    },

    async sessionImage({ actor, db, params: { id, kind, item, size }, query: { v: version = null }, request, reply }) {
      const file = await findImage({ ...deps, db, actor }, { tab: { id, kind }, item, version });
      return sendImage(deps.thumbnails, file, { actor, request, reply, size, version });
    },
  };
}

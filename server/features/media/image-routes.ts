// The picture routes: sized pictures of what a visible session links to, by session, kind and item (decisions §10).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { LinkHosts } from '#contract/links.ts';
import { type PictureSize, pictureSizes } from '#contract/media.ts';
import type { Person } from '#contract/policy.ts';
import { idText } from '#contract/schemas/fields.ts';
import { MediaKindParam } from '#contract/schemas/media.ts';
import type { Tables } from '#server/db/schema.ts';
import { parseInput } from '#server/http/register-routes.ts';
import { notFound, unauthorized } from '#server/lib/problem.ts';
import type { MediaSource, SourceFile } from '#server/media/source.ts';
import { formatFor, type Thumbnails } from '#server/media/thumbnails.ts';
import type { ImageListCache, Images } from './image-list-cache.ts';
import { mediaProblem } from './media-errors.ts';
import { listVisibleFiles, loadSessionLink, type MediaTab } from './session-link.ts';

/** What the routes of pictures and files stand on. */
export type MediaDependencies = {
  db: Kysely<Tables>;
  hosts: LinkHosts;
  source: MediaSource;
  pictures: Thumbnails;
  who(request: FastifyRequest): Person | null | Promise<Person | null>;
};

/** Who asks; 401 when nobody is logged in. */
export async function requireLogin(house: Pick<MediaDependencies, 'who'>, request: FastifyRequest): Promise<Person> {
  const actor = await house.who(request);
  if (!actor) throw unauthorized();
  return actor;
}

const ofId = idText('The id in the address must be a whole number');
export const ImageSizeParam = z.enum(
  Object.keys(pictureSizes) as [PictureSize, ...PictureSize[]],
  `A picture’s size must be one of ${Object.keys(pictureSizes).join(', ')}`,
);
const CoverPath = z.object({ id: ofId, size: ImageSizeParam });
const PicturePath = z.object({ id: ofId, kind: MediaKindParam, item: z.string(), size: ImageSizeParam });

type To = { request: FastifyRequest; reply: FastifyReply; size: PictureSize; version: string | null };

/** Kept for good under an address that names its very bytes by their `version`; any other is asked for again after minutes. */
export async function sendImage(pictures: Thumbnails, file: SourceFile, to: To): Promise<FastifyReply> {
  const { request, reply, size, version } = to;
  const picture = await pictures.get(file, size, formatFor(request.headers.accept, size)).catch((error: Error) => {
    request.log.warn({ reason: error.message, item: file.id }, 'a picture cannot be shown');
    throw mediaProblem(error, 'Picture');
  });
  reply.headers({
    etag: picture.etag,
    vary: 'Accept, Cookie',
    'cache-control': version === file.version ? 'private, max-age=31536000, immutable' : 'private, max-age=300',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  if (request.headers['if-none-match'] === picture.etag) return reply.code(304).send();
  return reply.type(`image/${picture.format}`).send(picture.bytes);
}

async function readImages(house: MediaDependencies, actor: Person, tab: MediaTab): Promise<Images> {
  const linked = await loadSessionLink(house, actor, tab);
  const files = await listVisibleFiles(house.source, linked).catch((error: unknown) => {
    throw mediaProblem(error, 'Picture');
  });
  return new Map((files ?? []).flatMap((file) => (file.kind === 'image' ? [[file.id, file]] : [])));
}

type AlbumHouse = MediaDependencies & { known: ImageListCache };
type Wanted = { tab: MediaTab; item: string; version: string | null };

/** What is not known, or in another version, is looked for anew: it may just have come. */
async function findImage(house: AlbumHouse, actor: Person, { tab, item, version }: Wanted): Promise<SourceFile> {
  const key = `${actor.id} ${actor.role} ${tab.id} ${tab.kind}`;
  const look = async () => (await house.known.get(key, () => readImages(house, actor, tab))).get(item);
  const known = await look();
  if (known && (version === null || version === known.version)) return known;
  house.known.forget(key);
  const anew = await look();
  if (!anew) throw notFound('Picture');
  return anew;
}

/** `GET /api/sessions/:id/cover/:size` and `…/media/:kind/:item/:size`. */
export function registerImageRoutes(app: FastifyInstance, house: AlbumHouse): void {
  app.get('/api/sessions/:id/cover/:size', async (request, reply) => {
    const { id, size } = parseInput(CoverPath, request.params);
    const images = await readImages(house, await requireLogin(house, request), { id, kind: 'drone' });
    const [first] = images.values();
    if (!first) throw notFound('Picture');
    // The address names the record, whose folder may get another first picture.
    return sendImage(house.pictures, first, { request, reply, size, version: null });
  });

  app.get('/api/sessions/:id/media/:kind/:item/:size', async (request, reply) => {
    const { id, kind, item, size } = parseInput(PicturePath, request.params);
    const { v: version = null } = request.query as { v?: string };
    const file = await findImage(house, await requireLogin(house, request), { tab: { id, kind }, item, version });
    return sendImage(house.pictures, file, { request, reply, size, version });
  });
}

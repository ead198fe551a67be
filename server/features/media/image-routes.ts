// The image routes: sized images of what a visible session links to, by session, kind and item (decisions §10).
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

/** What the routes of images and files need. */
export type MediaDependencies = {
  db: Kysely<Tables>;
  hosts: LinkHosts;
  source: MediaSource;
  thumbnails: Thumbnails;
  who(request: FastifyRequest): Person | null | Promise<Person | null>;
};

/** Who is logged in; 401 when nobody is. */
export async function requireLogin(deps: Pick<MediaDependencies, 'who'>, request: FastifyRequest): Promise<Person> {
  const actor = await deps.who(request);
  if (!actor) throw unauthorized();
  return actor;
}

const sessionId = idText('The id in the address must be a whole number');
export const ImageSizeParam = z.enum(
  Object.keys(pictureSizes) as [PictureSize, ...PictureSize[]],
  `A picture’s size must be one of ${Object.keys(pictureSizes).join(', ')}`,
);
const CoverPath = z.object({ id: sessionId, size: ImageSizeParam });
const ImagePath = z.object({ id: sessionId, kind: MediaKindParam, item: z.string(), size: ImageSizeParam });

type ImageRequest = { request: FastifyRequest; reply: FastifyReply; size: PictureSize; version: string | null };

/** Cached for good under an address that names its very bytes by their `version`; any other for minutes. */
export async function sendImage(thumbnails: Thumbnails, file: SourceFile, to: ImageRequest): Promise<FastifyReply> {
  const { request, reply, size, version } = to;
  const image = await thumbnails.get(file, size, formatFor(request.headers.accept, size)).catch((error: Error) => {
    request.log.warn({ reason: error.message, item: file.id }, 'a picture cannot be shown');
    throw mediaProblem(error, 'Picture');
  });
  reply.headers({
    etag: image.etag,
    vary: 'Accept, Cookie',
    'cache-control': version === file.version ? 'private, max-age=31536000, immutable' : 'private, max-age=300',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  if (request.headers['if-none-match'] === image.etag) return reply.code(304).send();
  return reply.type(`image/${image.format}`).send(image.bytes);
}

async function readImages(deps: MediaDependencies, actor: Person, tab: MediaTab): Promise<Images> {
  const linked = await loadSessionLink(deps, actor, tab);
  const files = await listVisibleFiles(deps.source, linked).catch((error: unknown) => {
    throw mediaProblem(error, 'Picture');
  });
  return new Map((files ?? []).flatMap((file) => (file.kind === 'image' ? [[file.id, file]] : [])));
}

type ImageDependencies = MediaDependencies & { imageLists: ImageListCache };
type ImageQuery = { tab: MediaTab; item: string; version: string | null };

/** An image that is not cached, or in another version, is looked up again: it may just have come. */
async function findImage(
  deps: ImageDependencies,
  actor: Person,
  { tab, item, version }: ImageQuery,
): Promise<SourceFile> {
  const key = `${actor.id} ${actor.role} ${tab.id} ${tab.kind}`;
  const lookUp = async () => (await deps.imageLists.get(key, () => readImages(deps, actor, tab))).get(item);
  const cached = await lookUp();
  if (cached && (version === null || version === cached.version)) return cached;
  deps.imageLists.forget(key);
  const fresh = await lookUp();
  if (!fresh) throw notFound('Picture');
  return fresh;
}

/** `GET /api/sessions/:id/cover/:size` and `…/media/:kind/:item/:size`. */
export function registerImageRoutes(app: FastifyInstance, deps: ImageDependencies): void {
  app.get('/api/sessions/:id/cover/:size', async (request, reply) => {
    const { id, size } = parseInput(CoverPath, request.params);
    const images = await readImages(deps, await requireLogin(deps, request), { id, kind: 'drone' });
    const [first] = images.values();
    if (!first) throw notFound('Picture');
    // The address names the record, whose folder may get another first image.
    return sendImage(deps.thumbnails, first, { request, reply, size, version: null });
  });

  app.get('/api/sessions/:id/media/:kind/:item/:size', async (request, reply) => {
    const { id, kind, item, size } = parseInput(ImagePath, request.params);
    const { v: version = null } = request.query as { v?: string };
    const file = await findImage(deps, await requireLogin(deps, request), { tab: { id, kind }, item, version });
    return sendImage(deps.thumbnails, file, { request, reply, size, version });
  });
}

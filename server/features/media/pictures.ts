// The picture routes: sized pictures of what a visible session links to, by session, kind and item (decisions §10).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { idText } from '#contract/fields.ts';
import type { LinkHosts } from '#contract/links.ts';
import { MediaKindWord, type PictureSize, pictureSizes } from '#contract/media.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { check } from '#server/http/mount.ts';
import { notFound, unauthorized } from '#server/http/problem.ts';
import { formatFor, type Pictures } from '#server/media/image.ts';
import type { MediaSource, SourceFile } from '#server/media/source.ts';
import { faultProblem } from './faults.ts';
import { filesOf, linkOf, type Tab } from './linked.ts';

/** What the routes of pictures and files stand on. */
export type MediaHouse = {
  db: Kysely<Tables>;
  hosts: LinkHosts;
  source: MediaSource;
  pictures: Pictures;
  who(request: FastifyRequest): Person | null | Promise<Person | null>;
};

/** Who asks; 401 when nobody is logged in. */
export async function whoAsks(house: Pick<MediaHouse, 'who'>, request: FastifyRequest): Promise<Person> {
  const actor = await house.who(request);
  if (!actor) throw unauthorized();
  return actor;
}

const ofId = idText('The id in the address must be a whole number');
export const PictureSizeWord = z.enum(
  Object.keys(pictureSizes) as [PictureSize, ...PictureSize[]],
  `A picture’s size must be one of ${Object.keys(pictureSizes).join(', ')}`,
);
const CoverPath = z.object({ id: ofId, size: PictureSizeWord });
const PicturePath = z.object({ id: ofId, kind: MediaKindWord, item: z.string(), size: PictureSizeWord });

type To = { request: FastifyRequest; reply: FastifyReply; size: PictureSize; version: string | null };

/** Kept for good under an address that names its very bytes by their `version`; any other is asked for again after minutes. */
export async function sendPicture(pictures: Pictures, file: SourceFile, to: To): Promise<FastifyReply> {
  const { request, reply, size, version } = to;
  const picture = await pictures.get(file, size, formatFor(request.headers.accept, size)).catch((error: Error) => {
    request.log.warn({ reason: error.message, item: file.id }, 'a picture cannot be shown');
    throw faultProblem(error, 'Picture');
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

async function imagesOf(house: MediaHouse, request: FastifyRequest, tab: Tab): Promise<SourceFile[]> {
  const linked = await linkOf(house, await whoAsks(house, request), tab);
  const files = await filesOf(house.source, linked).catch((error: unknown) => {
    throw faultProblem(error, 'Picture');
  });
  return (files ?? []).filter((file) => file.kind === 'image');
}

/** `GET /api/sessions/:id/cover/:size` and `…/media/:kind/:item/:size`. */
export function pictureRoutes(app: FastifyInstance, house: MediaHouse): void {
  app.get('/api/sessions/:id/cover/:size', async (request, reply) => {
    const { id, size } = check(CoverPath, request.params);
    const [first] = await imagesOf(house, request, { id, kind: 'drone' });
    if (!first) throw notFound('Picture');
    // The address names the record, whose folder may get another first picture.
    return sendPicture(house.pictures, first, { request, reply, size, version: null });
  });

  app.get('/api/sessions/:id/media/:kind/:item/:size', async (request, reply) => {
    const { id, kind, item, size } = check(PicturePath, request.params);
    const file = (await imagesOf(house, request, { id, kind })).find((one) => one.id === item);
    if (!file) throw notFound('Picture');
    const { v: version = null } = request.query as { v?: string };
    return sendPicture(house.pictures, file, { request, reply, size, version });
  });
}

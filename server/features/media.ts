// The media of a session as its tabs need it, and the image route: only what a visible session links to.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { api } from '#contract/api.ts';
import { idText } from '#contract/fields.ts';
import { classifyLink, type Link } from '#contract/links.ts';
import {
  fieldOfKind,
  type MediaItem,
  type MediaKind,
  MediaKindWord,
  type PictureSize,
  pictureSizes,
} from '#contract/media.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { check, type Feature } from '#server/http/mount.ts';
import { notFound, unauthorized } from '#server/http/problem.ts';
import { formatFor, type Pictures } from '#server/media/image.ts';
import type { MediaSource, Root, SourceFile } from '#server/media/source.ts';
import { sessionFace, visibleSessions } from '#server/scope.ts';

type House = {
  db: Kysely<Tables>;
  source: MediaSource;
  pictures: Pictures;
  who(request: FastifyRequest): Person | null | Promise<Person | null>;
};

const columns = {
  droneImagesUrl: 'drone_images_url',
  indoorImagesUrl: 'indoor_images_url',
  videoUrl: 'video_url',
  tour360Url: 'tour360_url',
  orthomosaicUrl: 'orthomosaic_url',
} as const;

/** The link of one tab as this person may read it, with the roots of its project; 404 for an unseen session. */
async function linkOf(db: Kysely<Tables>, actor: Person, wanted: { id: number; kind: MediaKind }) {
  const column = sql.ref(`s.${columns[fieldOfKind[wanted.kind]]}`);
  const found = await sql<{ link: string | null; roots: Root[] }>`
    select ${column} as link, coalesce((
      select json_agg(json_build_object('provider', m.provider, 'root', m.root)) from media_roots m where m.project_id = s.project_id
    ), '[]') as roots
    from ${sql.table(sessionFace(actor))} s where s.id = ${wanted.id} and ${visibleSessions(actor)}`.execute(db);
  const row = found.rows[0];
  if (!row) throw notFound('Session');
  return { link: row.link === null ? null : classifyLink(row.link), roots: row.roots };
}

function toItem(file: SourceFile, where: { id: number; kind: MediaKind }): MediaItem {
  const base = `/api/sessions/${where.id}/media/${where.kind}/${encodeURIComponent(file.id)}`;
  const picture = (size: PictureSize) => (file.kind === 'image' ? `${base}/${size}?v=${file.version}` : null);
  const { id, name, kind, bytes, width, height, embedUrl, webUrl } = file;
  const pictures = { thumbnailUrl: picture('s400'), imageUrl: picture('s1600'), fullUrl: picture('full') };
  const elsewhere = { fileUrl: null, embedUrl, originalUrl: webUrl };
  return { id, name, kind, bytes, width, height, panorama: null, ...pictures, ...elsewhere };
}

function problemOf(link: Link | null, files: SourceFile[] | null): string | null {
  if (link === null) return 'Nothing was linked here';
  if (link.provider !== 'local') return null;
  if (files === null) return 'This folder cannot be reached: an admin has to bind it to the project first';
  return files.length === 0 ? 'No images found in this folder' : null;
}

/** The calls of the contract. */
export function media(house: Pick<House, 'source'>): Feature<typeof api.media> {
  return {
    async ofSession({ actor, params, db }) {
      const { link, roots } = await linkOf(db, actor, params);
      const files = link?.provider === 'local' ? await house.source.list(link, roots) : null;
      return {
        provider: link?.provider ?? 'unknown',
        kind: link?.kind ?? 'unknown',
        items: (files ?? []).map((file) => toItem(file, params)),
        embedUrl: link?.embedUrl ?? null,
        originalUrl: link?.provider === 'local' ? null : (link?.url ?? null),
        problem: problemOf(link, files),
      };
    },
  };
}

const Size = z.enum(Object.keys(pictureSizes) as [PictureSize, ...PictureSize[]], 'This size is not one of ours');
const ofId = idText('The id in the address must be a whole number');
const CoverPath = z.object({ id: ofId, size: Size });
const PicturePath = z.object({ id: ofId, kind: MediaKindWord, item: z.string(), size: Size });

/** Kept for good under an address that names its very bytes by their `version`; any other is asked for again after minutes. */
async function sendPicture(
  pictures: Pictures,
  file: SourceFile,
  to: { request: FastifyRequest; reply: FastifyReply; size: PictureSize; version: string | null },
) {
  const { request, reply, size, version } = to;
  const picture = await pictures.get(file, size, formatFor(request.headers.accept)).catch((error: Error) => {
    request.log.warn({ reason: error.message, item: file.id }, 'picture cannot be read');
    throw notFound('Picture');
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

/** `GET /api/sessions/:id/cover/:size` and `…/media/:kind/:item/:size`: pictures, by session, kind and item (decisions §10). */
export function pictureRoutes(app: FastifyInstance, house: House): void {
  async function filesOf(request: FastifyRequest, wanted: { id: number; kind: MediaKind }): Promise<SourceFile[]> {
    const actor = await house.who(request);
    if (!actor) throw unauthorized();
    const { link, roots } = await linkOf(house.db, actor, wanted);
    const files = link ? await house.source.list(link, roots) : null;
    return (files ?? []).filter((file) => file.kind === 'image');
  }

  app.get('/api/sessions/:id/cover/:size', async (request, reply) => {
    const { id, size } = check(CoverPath, request.params);
    const [first] = await filesOf(request, { id, kind: 'drone' });
    if (!first) throw notFound('Picture');
    // The address names the record, whose folder may get another first picture.
    return sendPicture(house.pictures, first, { request, reply, size, version: null });
  });

  app.get('/api/sessions/:id/media/:kind/:item/:size', async (request, reply) => {
    const { id, kind, item, size } = check(PicturePath, request.params);
    const file = (await filesOf(request, { id, kind })).find((one) => one.id === item);
    if (!file) throw notFound('Picture');
    const { v: version = null } = request.query as { v?: string };
    return sendPicture(house.pictures, file, { request, reply, size, version });
  });
}

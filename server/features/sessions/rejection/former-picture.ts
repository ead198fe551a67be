// A picture as it was when its session was sent back: its bytes may be gone, but a cached small version may exist (behaviour §22.3).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { type MediaKind, type PictureSize, pictureSizes } from '#contract/media/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { addressNameOf, isNamed } from '#server/features/media/items.ts';
import { notFound } from '#server/lib/problem.ts';
import { formatFor, type Thumbnail, type Thumbnails } from '#server/media/images/thumbnails.ts';
import type { KeptFile } from './compare-files.ts';
import { readKeptFiles } from './kept-files.ts';
import { readLastRejection } from './last-rejection.ts';

type Tab = { id: number; kind: MediaKind };

export function formerUrlOf(former: Pick<KeptFile, 'id'>, { id, kind }: Tab): string {
  return `/api/sessions/${id}/former/${kind}/${addressNameOf(former.id)}/s400`;
}

/** As the last rejection recorded it. */
export async function readFormer(db: Kysely<Tables>, { id, kind, item }: Tab & { item: string }): Promise<KeptFile> {
  const last = await readLastRejection(db, id);
  const kept = last && (await readKeptFiles(db, last.recordId));
  const former = kept?.[kind]?.find(isNamed(item));
  if (!former) throw notFound('Picture');
  return former;
}

/** In the wanted size, else in another one that somebody viewed, also in another browser. */
async function findCached(
  thumbnails: Thumbnails,
  former: KeptFile,
  { request, size }: Wanted,
): Promise<Thumbnail | null> {
  const sizes = [size, ...(Object.keys(pictureSizes) as PictureSize[]).filter((each) => each !== size)];
  const { accept } = request.headers;
  // AVIF or WebP if the browser supports them, and JPEG, which all do.
  for (const each of sizes)
    for (const format of new Set([formatFor(accept, each), formatFor(accept, 'full'), 'jpeg'] as const)) {
      const found = await thumbnails.cached(former, each, format);
      if (found) return found;
    }
  return null;
}

type Wanted = { request: FastifyRequest; size: PictureSize };

export async function sendFormer(
  thumbnails: Thumbnails,
  former: KeptFile,
  { reply, ...wanted }: Wanted & { reply: FastifyReply },
): Promise<FastifyReply> {
  const image = await findCached(thumbnails, former, wanted);
  if (!image) throw notFound('Picture');
  reply.headers({
    etag: image.etag,
    vary: 'Accept, Cookie',
    'cache-control': 'private, no-cache',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  if (wanted.request.headers['if-none-match'] === image.etag) return reply.code(304).send();
  return reply.type(`image/${image.format}`).send(image.bytes);
}

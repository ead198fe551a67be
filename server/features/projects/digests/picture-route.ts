// The pictures of digests: mail programs fetch them without a login, and each time it is asked whether their reader may see them now.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { LinkHosts } from '#contract/links/link.ts';
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { addressNameOf, isNamed } from '#server/features/media/address-names.ts';
import { mediaProblem } from '#server/features/media/media-errors.ts';
import { listFilesForReply, loadSessionLink } from '#server/features/media/session-link.ts';
import { isOpenStill, mailPictures, sendMailPicture } from '#server/features/notifications/deliveries/mail-pictures.ts';
import { findReader } from '#server/features/notifications/deliveries/wanted.ts';
import { notFound } from '#server/lib/problem.ts';
import { createTokenSigner } from '#server/lib/secrets/tokens.ts';
import type { Thumbnail, Thumbnails } from '#server/media/images/thumbnails.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';

// The addresses of pictures in digests: signed, each for one picture, one reader and one digest, and for sixty days (behaviour §18.5).

/**
 * `file`: its id, or in an address the name derived from it. `digestAt`: the end of the digest's period; with its reader it identifies the
 * digest.
 */
type MailPicture = { reader: number; digestAt: string; sessionId: number; kind: MediaKind; file: string };

const Payload = z.tuple([z.number(), z.string(), z.number(), z.enum(mediaKinds), z.string()]);

const signerOf = (secret: string) => createTokenSigner(secret, 'digest picture');

export function pictureAddress(secret: string, { reader, digestAt, sessionId, kind, file }: MailPicture): string {
  return `${mailPictures}/${signerOf(secret).sign([reader, digestAt, sessionId, kind, addressNameOf(file)])}`;
}

/** null: forged, changed, or of a digest that is too old. */
export function readPictureToken(secret: string, token: string, now = Date.now()): MailPicture | null {
  const signed = signerOf(secret).verify(token);
  if (signed === undefined) return null;
  const [reader, digestAt, sessionId, kind, file] = z.parse(Payload, signed);
  return isOpenStill(digestAt, now) ? { reader, digestAt, sessionId, kind, file } : null;
}

export type MailPictureDependencies = {
  db: Kysely<Tables>;
  hosts: LinkHosts;
  source: MediaSource;
  thumbnails: Thumbnails;
};

/** Without metadata. */
export function mailThumbnail({ thumbnails }: Pick<MailPictureDependencies, 'thumbnails'>, file: SourceFile) {
  return thumbnails.get(file, 's400', 'jpeg');
}

type Wanted = Pick<MailPicture, 'reader' | 'sessionId' | 'kind' | 'file'>;

/** 404 unless it is released, not taken back, and of a project that the reader still sees: nobody knows who opens an email. */
export async function findMailPicture(deps: MailPictureDependencies, wanted: Wanted): Promise<SourceFile> {
  const { sessionId: id, kind, file } = wanted;
  const reader = await findReader(deps.db, wanted.reader);
  if (!reader) throw notFound('Picture');
  const linked = await loadSessionLink(deps, reader, { id, kind, asReleased: true });
  const files = await listFilesForReply(deps.source, linked, 'Picture');
  const found = files.find(isNamed(file));
  if (found?.kind !== 'image') throw notFound('Picture');
  return found;
}

type Deps = MailPictureDependencies & { secret: string };

async function load(deps: Deps, { params }: FastifyRequest<{ Params: { token: string } }>): Promise<Thumbnail> {
  const wanted = readPictureToken(deps.secret, params.token);
  if (!wanted) throw notFound('Picture');
  const file = await findMailPicture(deps, wanted);
  return mailThumbnail(deps, file).catch((error: unknown) => {
    throw mediaProblem(error, 'Picture');
  });
}

/** `GET /mail-pictures/{token}`. Nothing is recorded of who asks. */
export function registerMailPictures(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { token: string } }>(`${mailPictures}/:token`, async (request, reply) => {
    const { bytes, etag } = await load(deps, request);
    return sendMailPicture({ request, reply }, { etag, jpeg: async () => bytes });
  });
}

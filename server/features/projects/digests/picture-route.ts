// The pictures of digests: mail programs fetch them without a login, and each time it is asked whether their reader may see them now.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { LinkHosts } from '#contract/links/link.ts';
import type { Tables } from '#server/db/schema.ts';
import { isNamed } from '#server/features/media/address-names.ts';
import { mediaProblem } from '#server/features/media/media-errors.ts';
import { listFilesForReply, loadSessionLink } from '#server/features/media/session-link.ts';
import { mailPictures, sendMailPicture } from '#server/features/notifications/deliveries/mail-pictures.ts';
import { findReader } from '#server/features/notifications/deliveries/reader.ts';
import { notFound } from '#server/lib/problem.ts';
import type { Thumbnail, Thumbnails } from '#server/media/images/thumbnails.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';
import { type MailPicture, readPictureToken } from './picture-address.ts';

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

/** 404 unless it is released, not taken back, and of a project that the reader still sees: of a mail it is not known who looks at it. */
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

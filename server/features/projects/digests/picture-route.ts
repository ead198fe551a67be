// The pictures of digests: which pair shows best what was built, and the route from which mail programs fetch it.

import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { LinkHosts } from '#contract/links/link.ts';
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { addressNameOf, isNamed } from '#server/features/media/items.ts';
import { mediaProblem } from '#server/features/media/media-errors.ts';
import { listFilesForReply, loadSessionLink } from '#server/features/media/session-link.ts';
import { isStillOpen, mailPictures, sendMailPicture } from '#server/features/notifications/deliveries/mail-pictures.ts';
import { findReader } from '#server/features/notifications/deliveries/wanted.ts';
import type { MailPicture } from '#server/features/notifications/deliveries.ts';
import { pairVisits } from '#server/features/viewpoints/pairs.ts';
import { notFound } from '#server/lib/problem.ts';
import { createTokenSigner } from '#server/lib/secrets/tokens.ts';
import { sharp } from '#server/lib/sharp.ts';
import type { Thumbnail, Thumbnails } from '#server/media/images/thumbnails.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';
import { sessionView, visibleSessions } from '#server/visibility.ts';
import type { ReleasedSession } from './news.ts';

// The pair of pictures that shows best what was built: of the newest visit and the one before it.

/** `width` and `height`: of what its address answers. */
export type PairPicture = {
  sessionId: number;
  kind: MediaKind;
  file: string;
  captureDate: string;
  width: number;
  height: number;
};
export type BestPair = { older: PairPicture; newer: PairPicture };

type Visit = { id: number; captureDate: string };

/** A visit whose pictures have no counterpart leaves the place to the one before it. */
const mostVisits = 3;
const tabs = ['drone', 'indoor'] as const satisfies readonly MediaKind[];

/** The visit before this one at the same place, as the person sees it. */
async function visitBefore(db: Kysely<Tables>, actor: Person, session: ReleasedSession): Promise<Visit | null> {
  const found = await sql<Visit>`select s.id, s.capture_date as "captureDate" from ${sql.table(sessionView(actor))} s
    where s.project_id = ${session.projectId} and s.site_id is not distinct from ${session.siteId}::integer and s.released
      and (s.capture_date, s.id) < (${session.captureDate}::date, ${session.id}::integer) and ${visibleSessions(actor)}
    order by s.capture_date desc, s.id desc limit 1`.execute(db);
  return found.rows[0] ?? null;
}

/** As its address will find it, or not at all. */
async function pictureOf(
  deps: MailPictureDependencies,
  actor: Person,
  { visit, kind, file }: { visit: Visit; kind: MediaKind; file: string },
): Promise<PairPicture> {
  const found = await findMailPicture(deps, { reader: actor.id, sessionId: visit.id, kind, file });
  const { width, height } = await sharp((await mailThumbnail(deps, found)).bytes).metadata();
  return { sessionId: visit.id, kind, file, captureDate: visit.captureDate, width, height };
}

async function pairOfTab(
  deps: MailPictureDependencies,
  actor: Person,
  { newer, older, kind }: { newer: Visit; older: Visit; kind: MediaKind },
): Promise<BestPair | null> {
  const tabs = { own: { id: newer.id, kind }, other: { id: older.id, kind } };
  const pairs = await pairVisits(deps, actor, { ...tabs, kinds: ['image'] });
  // By order alone two pictures may show different things.
  const best = pairs.find(({ by }) => by !== 'order');
  if (!best) return null;
  return {
    older: await pictureOf(deps, actor, { visit: older, kind, file: best.other }),
    newer: await pictureOf(deps, actor, { visit: newer, kind, file: best.own }),
  };
}

/** Null where there are none, or a host does not answer: a digest goes out without pictures rather than not at all. */
export async function findBestPair(
  deps: MailPictureDependencies,
  actor: Person,
  released: readonly ReleasedSession[],
): Promise<BestPair | null> {
  for (const session of released.slice(0, mostVisits)) {
    const older = await visitBefore(deps.db, actor, session);
    if (!older) continue;
    for (const kind of tabs) {
      const pair = await pairOfTab(deps, actor, { newer: session, older, kind }).catch(() => null);
      if (pair) return pair;
    }
  }
  return null;
}

/** The first picture of a visit; null as above. */
export async function findOwnPicture(
  deps: MailPictureDependencies,
  actor: Person,
  session: Visit,
): Promise<PairPicture | null> {
  for (const kind of tabs) {
    const first = async () => {
      const linked = await loadSessionLink(deps, actor, { id: session.id, kind, asReleased: true });
      const file = (await listFilesForReply(deps.source, linked, 'Picture')).find(({ kind: of }) => of === 'image');
      return file ? pictureOf(deps, actor, { visit: session, kind, file: file.id }) : null;
    };
    const picture = await first().catch(() => null);
    if (picture) return picture;
  }
  return null;
}

const picturesMs = 25_000;

/** A host that is slow must not keep a mail from going out within its lease: what is not found in time for one mail is null, as what fails. */
export function createPictureTime() {
  const tooLate = delay(picturesMs, null, { ref: false });
  return <T>(finding: Promise<T>): Promise<T | null> => Promise.race([finding.catch(() => null), tooLate]);
}

// The addresses of pictures in digests: signed, each for one picture, one reader and one digest, and for sixty days (behaviour §18.5).

/**
 * `file`: its id, or in an address the name derived from it. `digestAt`: the end of the digest's period; with its reader it identifies the
 * digest.
 */
type AddressedPicture = { reader: number; digestAt: string; sessionId: number; kind: MediaKind; file: string };

const Payload = z.tuple([z.number(), z.string(), z.number(), z.enum(mediaKinds), z.string()]);

const signerOf = (secret: string) => createTokenSigner(secret, 'digest picture');

export function pictureAddress(secret: string, { reader, digestAt, sessionId, kind, file }: AddressedPicture): string {
  return `${mailPictures}/${signerOf(secret).sign([reader, digestAt, sessionId, kind, addressNameOf(file)])}`;
}

/** In which mail a picture is shown, and by which secret its address is signed. */
export type Signing = { secret: string; reader: Person; digestAt: string };

export function toMailPicture(
  { secret, reader, digestAt }: Signing,
  { sessionId, kind, file, width, height }: PairPicture,
  words: Pick<MailPicture, 'caption' | 'alt'>,
): MailPicture {
  const path = pictureAddress(secret, { reader: reader.id, digestAt, sessionId, kind, file });
  return { path, width, height, ...words };
}

/** null: forged, changed, or of a digest that is too old. */
export function readPictureToken(secret: string, token: string, now = Date.now()): AddressedPicture | null {
  const signed = signerOf(secret).verify(token);
  if (signed === undefined) return null;
  const [reader, digestAt, sessionId, kind, file] = z.parse(Payload, signed);
  return isStillOpen(digestAt, now) ? { reader, digestAt, sessionId, kind, file } : null;
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

type Wanted = Pick<AddressedPicture, 'reader' | 'sessionId' | 'kind' | 'file'>;

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

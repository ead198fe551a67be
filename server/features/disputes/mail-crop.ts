// The crops of concerns in emails: linked by signed addresses, and authorised again on each request (behaviour §18.3).
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { AnchorPlace } from '#contract/disputes/anchor-schemas.ts';
import type { Anchor } from '#contract/disputes/anchors.ts';
import { planCrop, type Region } from '#contract/disputes/anchors.ts';
import { isOnRemoved, isOnTakenBack } from '#server/db/anchor-json.ts';
import type { Tables } from '#server/db/schema.ts';
import { isStillOpen, mailPictures, sendMailPicture } from '#server/features/notifications/deliveries/mail-pictures.ts';
import { findReader } from '#server/features/notifications/deliveries/wanted.ts';
import type { MailPicture } from '#server/features/notifications/deliveries.ts';
import { loadNotifications } from '#server/features/notifications/leaving.ts';
import { notFound, Problem } from '#server/lib/problem.ts';
import { createTokenSigner } from '#server/lib/secrets/tokens.ts';
import { sharp } from '#server/lib/sharp.ts';
import { loadDispute } from './queries.ts';

type Dependencies = { db: Kysely<Tables>; secret: string };

/** `mailedAt`: when its notification was written. */
type MailCrop = { reader: number; mailedAt: string; disputeId: number; anchorId: number };

const Payload = z.tuple([z.number(), z.string(), z.number(), z.number()]);
/** The purpose is part of what was signed for mails that were sent: it keeps its first wording. */
const signerOf = (secret: string) => createTokenSigner(secret, 'cut-out in a mail');
const below = `${mailPictures}/concerns`;

/** null: forged, changed, or from an email that is too old. */
export function readCropToken(secret: string, token: string, now = Date.now()): MailCrop | null {
  const signed = signerOf(secret).verify(token);
  if (signed === undefined) return null;
  const [reader, mailedAt, disputeId, anchorId] = z.parse(Payload, signed);
  return isStillOpen(mailedAt, now) ? { reader, mailedAt, disputeId, anchorId } : null;
}

type Found = Pick<Anchor, 'kind' | 'name' | 'mark'> & { crop: Buffer; place: AnchorPlace };

/** 404 unless its reader may read the concern now, and clients may see the picture: nobody knows who opens an email. */
async function findCrop(db: Kysely<Tables>, { reader: id, disputeId, anchorId }: MailCrop): Promise<Found> {
  const reader = await findReader(db, id);
  if (!reader) throw notFound('Picture');
  await loadDispute(db, reader, disputeId);
  const found = await sql<Found>`select a.kind, a.name, a.place, a.cutout as crop,
      case when a.mark_x is not null then json_build_object('x', a.mark_x, 'y', a.mark_y) end as mark
    from anchors a join sessions_present s on s.id = a.session_id
    where a.id = ${anchorId} and a.dispute_id = ${disputeId} and a.cutout is not null
      and not ${isOnRemoved('a')} and not ${isOnTakenBack('a')}`.execute(db);
  const [crop] = found.rows;
  if (!crop) throw notFound('Picture');
  return crop;
}

type Size = { width: number; height: number };

const line = (shape: string) =>
  `<g fill="none"><g stroke="#ffffff" stroke-width="7">${shape}</g><g stroke="#dc2626" stroke-width="4">${shape}</g></g>`;

function boxShape({ left, top, width, height }: Region, size: Size): string {
  return `<rect x="${left * size.width}" y="${top * size.height}" width="${width * size.width}" height="${height * size.height}" rx="3"/>`;
}

/** As the product's own pages show it: the box that was drawn, else a ring around the place. */
function markOf({ mark, kind, place }: Found, size: Size): Buffer | null {
  if (!mark) return null;
  const box = place.box && planCrop({ kind, ...place })?.box;
  const ring = `<circle cx="${mark.x * size.width}" cy="${mark.y * size.height}" r="16"/>`;
  const { width, height } = size;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${line(box ? boxShape(box, size) : ring)}</svg>`,
  );
}

async function draw(found: Found): Promise<Buffer> {
  const mark = markOf(found, await sharp(found.crop).metadata());
  return sharp(found.crop)
    .composite(mark ? [{ input: mark }] : [])
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** The crop for the email of a notification; null if it is about no place in a picture, or that may not be seen now. */
export async function cropOfNotice({ db, secret }: Dependencies, id: number): Promise<MailPicture | null> {
  const [notice] = await loadNotifications(db, [id]);
  if (!notice?.anchor?.cropUrl) return null;
  const { userId: reader, createdAt: mailedAt, anchor } = notice;
  const { id: anchorId, disputeId } = anchor;
  try {
    const { crop, name } = await findCrop(db, { reader, mailedAt, disputeId, anchorId });
    const { width, height } = await sharp(crop).metadata();
    const path = `${below}/${signerOf(secret).sign([reader, mailedAt, disputeId, anchorId])}`;
    return { path, width, height, caption: name, alt: `The place that the concern is about, cut out of ${name}` };
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** `GET /mail-pictures/concerns/{token}`. */
export function registerMailCrops(app: FastifyInstance, { db, secret }: Dependencies): void {
  app.get<{ Params: { token: string } }>(`${below}/:token`, async (request, reply) => {
    const wanted = readCropToken(secret, request.params.token);
    if (!wanted) throw notFound('Picture');
    const found = await findCrop(db, wanted);
    return sendMailPicture({ request, reply }, { etag: `"crop-${wanted.anchorId}"`, jpeg: () => draw(found) });
  });
}

/** Pages that were opened, or kept offline, before crops had this name ask at its former address. */
export function redirectFormerCrops(app: FastifyInstance): void {
  app.get<{ Params: { id: string; anchor: string } }>('/api/disputes/:id/cutouts/:anchor', async (request, reply) => {
    const { id, anchor } = request.params;
    return reply.redirect(`/api/disputes/${encodeURIComponent(id)}/crops/${encodeURIComponent(anchor)}`, 308);
  });
}

// Profile photos: an upload is checked, turned upright, stripped of metadata, cut square, and stored under an address with its version.
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import pLimit from 'p-limit';
import { photoLimit } from '#contract/accounts/users.ts';
import type { api } from '#contract/api.ts';
import type { Tables } from '#server/db/schema.ts';
import type { RequestContext } from '#server/http/calls/register-routes.ts';
import { notFound, Problem, unavailable } from '#server/lib/problem.ts';
import { maxDecodeBytes } from '#server/media/formats/decode-need.ts';
import { sniffImage } from '#server/media/formats/media-types.ts';
import type { Decoder } from '#server/media/images/supervised-decoder.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { isVisible } from '#server/visibility.ts';

const side = 512;
/** Browsers make photos small before they send them; more is a decompression bomb. */
const photoPixels = 25_000_000;
/** Whoever uploads has one photo in work (http/calls/person-limits.ts); a slow one leaves room for another person's. */
const fewAtATime = pLimit(2);

/** An image ready to be stored; `version` is a hash of its content. */
export type StoredPhoto = { image: Buffer; version: string };

const refusals = {
  notAnImage: { status: 415, code: 'invalid_file_type', message: 'Please select an image file' },
  tooLarge: { status: 413, code: 'too_large', message: 'Please select an image smaller than 5MB' },
  tooManyPixels: { status: 413, code: 'too_large', message: 'Please select an image of at most 25 megapixels' },
} as const;

/** `field`: which one of the body it is. */
function refused(why: keyof typeof refusals, field: string): Problem {
  const { message } = refusals[why];
  return new Problem({ ...refusals[why], issues: [{ path: field, message }] });
}

function refusedByDecoder(error: unknown, field: string): Problem {
  const code = error instanceof MediaError ? error.code : null;
  if (code === 'busy')
    return unavailable('This picture could not be processed right now. Please try again in a few seconds.');
  return refused(code === 'too_large' ? 'tooManyPixels' : 'notAnImage', field);
}

function decode(dataUrl: string, field: string): Buffer {
  const head = /^data:image\/[\w.+-]+;base64,/.exec(dataUrl.slice(0, 100))?.[0];
  if (!head) throw refused('notAnImage', field);
  // Four characters are three bytes: what is too long need not be decoded.
  if ((dataUrl.length - head.length) * 0.75 > photoLimit + 2) throw refused('tooLarge', field);
  const bytes = Buffer.from(dataUrl.slice(head.length), 'base64');
  if (bytes.length > photoLimit) throw refused('tooLarge', field);
  // By its first bytes: a name or a claim may lie.
  if (sniffImage(bytes) === null) throw refused('notAnImage', field);
  return bytes;
}

/**
 * Makes WebP of a `data:image/…;base64,` string, upright and without any metadata: 512×512, or within that where it `isWhole`, as a logo.
 * JPEG, PNG, WebP, GIF and AVIF of at most 5 MB and 25 megapixels are taken; else 415 or 413 with the specified words, 415 also for what
 * only pretends to be a picture (behaviour §8.5).
 */
export async function preparePhoto(
  decoder: Decoder,
  dataUrl: string,
  { field, isWhole }: { field: string; isWhole: boolean } = { field: 'profilePhotoUrl', isWhole: false },
): Promise<StoredPhoto> {
  const from = decode(dataUrl, field);
  const asked = {
    from,
    side,
    format: 'webp',
    isFull: false,
    isSmallest: false,
    maxBytes: maxDecodeBytes,
    photoPixels,
    isWhole,
  } as const;
  const image = await fewAtATime(() => decoder.decode(asked)).catch((error: unknown) => {
    throw refusedByDecoder(error, field);
  });
  return { image, version: createHash('sha256').update(image).digest('hex').slice(0, 16) };
}

/** The address of a stored photo; another image has another address. */
export function photoUrl(userId: number, version: string): string {
  return `/api/users/${userId}/photo/${version}`;
}

async function load(db: Kysely<Tables>, photo: { id: number; version: string }): Promise<Buffer | null> {
  const row = await db
    .selectFrom('profile_photos')
    .select('image')
    .where('user_id', '=', photo.id)
    .where('version', '=', photo.version)
    .executeTakeFirst();
  return row?.image ?? null;
}

/** The stored photo, to people who may see the person; its address never changes. */
export async function sendPhoto({ actor, db, params, reply }: RequestContext<typeof api.users.userPhoto>) {
  const image = (await isVisible(db, actor, { kind: 'user', id: params.id })) ? await load(db, params) : null;
  if (!image) throw notFound('Photo');
  return reply
    .type('image/webp')
    .headers({ 'cache-control': 'private, max-age=31536000, immutable', vary: 'Cookie' })
    .send(image);
}

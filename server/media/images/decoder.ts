// The process that decodes pictures: the server starts it when one is needed, and ends it to have its memory back.
import { readFile, rm } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { Metadata, Sharp } from 'sharp';
import { sniffedBytes, sniffMedia } from '#contract/media/media-bytes.ts';
import { sharp } from '#server/lib/sharp.ts';
import { cutAtDamage, holdsHole, isDamage } from '#server/media/formats/damaged-jpeg.ts';
import {
  bigDecodeBytes,
  decodeNeed,
  isDecodedAlone,
  maxPixels,
  maxWebpPixels,
  type Refusal,
  tileNeed,
} from '#server/media/formats/decode-need.ts';
import { previewInExif } from '#server/media/formats/embedded-preview.ts';
import { sniffImage } from '#server/media/formats/media-types.ts';
import { inMemory, type ReadAt, withFile } from '#server/media/formats/read-at.ts';
import { serve } from '#server/media/workers/serve.ts';
import type { Decoded, DecodeFormat, DecodeRequest, Decoding } from './supervised-decoder.ts';

type Region = NonNullable<DecodeRequest['region']>;
type Part = NonNullable<DecodeRequest['part']>;

const timeoutSeconds = 30;

const alone = pLimit(1);

/** Small images should have few bytes; the full one, which people zoom into, should be made fast, and row by row. */
function encode(image: Sharp, format: DecodeFormat, { isFull, isSmallest, photoPixels }: DecodeRequest): Sharp {
  if (photoPixels !== undefined) return image.webp({ quality: 82 });
  if (format === 'avif') return image.avif({ quality: isSmallest ? 45 : 50, effort: 0 });
  if (format === 'webp') return image.webp(isFull ? { quality: 80, effort: 0 } : { quality: 72, effort: 2 });
  return image.jpeg(isFull ? { quality: 82, optimiseCoding: false } : { quality: 74, mozjpeg: true });
}

function formatFor({ format, side }: DecodeRequest, header: Metadata): DecodeFormat {
  const { width, height } = header;
  if (format === 'avif' && decodeNeed(header, side) > bigDecodeBytes) return 'webp';
  const pixels = width * height * Math.min(1, side / Math.max(width, height)) ** 2;
  return format === 'webp' && pixels > maxWebpPixels ? 'jpeg' : format;
}

/** Into its file, or as bytes; a full or read-only disk costs time, not the picture. */
async function write(image: Sharp, to: string | undefined): Promise<Buffer | null> {
  if (to === undefined) return image.toBuffer();
  try {
    await image.toFile(to);
    return null;
  } catch (error) {
    if (!/write error/.test((error as Error).message)) throw error;
    await rm(to, { force: true });
    return image.toBuffer();
  }
}

function pixelsOf({ left, top, width, height }: Region, { autoOrient: upright }: Metadata) {
  const start = { left: Math.floor(left * upright.width), top: Math.floor(top * upright.height) };
  return {
    ...start,
    width: Math.max(1, Math.min(Math.round(width * upright.width), upright.width - start.left)),
    height: Math.max(1, Math.min(Math.round(height * upright.height), upright.height - start.top)),
  };
}

/** Of a damaged JPEG what there is of it; a photo of a person has to be whole. */
async function make(from: string | Buffer, request: DecodeRequest, header: Metadata): Promise<Decoded> {
  const makeOf = async (bytes: string | Buffer, failOn: How['failOn']) => ({
    bytes: await makeFrom(bytes, request, { header, failOn }),
  });
  if (header.format !== 'jpeg' || request.photoPixels !== undefined) return makeOf(from, 'error');
  const bytesOf = async () => (typeof from === 'string' ? readFile(from) : from);
  try {
    const made = await makeOf(from, 'warning');
    return (await withBytes(from, holdsHole)) ? { ...made, isDamaged: true } : made;
  } catch (error) {
    if (!isDamage((error as Error).message)) return makeOf(from, 'error');
    const made = await makeOf(from, 'none').catch(async () => makeOf(cutAtDamage(await bytesOf()), 'none'));
    return { ...made, isDamaged: true };
  }
}

type How = { header: Metadata; failOn: 'warning' | 'error' | 'none' };

/** JPEG and WebP are shrunk while they are decoded; sequential reading bounds the memory of big ones. */
async function makeFrom(from: string | Buffer, request: DecodeRequest, { header, failOn }: How) {
  const { side, photoPixels, isWhole } = request;
  const fit =
    photoPixels === undefined || isWhole
      ? ({ fit: 'inside', withoutEnlargement: true } as const)
      : { fit: 'cover' as const };
  const upright = sharp(from, { limitInputPixels: maxPixels, failOn, sequentialRead: true }).autoOrient();
  const part = request.region ? upright.extract(pixelsOf(request.region, header)) : upright;
  const image = part.resize(side, side, fit).timeout({ seconds: timeoutSeconds });
  return write(encode(image, formatFor(request, header), request), request.to);
}

/** A map may have any number of pixels: tiles are read where the part lies, and nothing else. */
async function makePart(
  request: DecodeRequest,
  part: Part,
  failOn: 'warning' | 'error' = 'warning',
): Promise<Decoded | 'too_large'> {
  const { from, side, maxBytes } = request;
  const { page, hasExtraBand, ...pixels } = part;
  if (pixels.width * pixels.height * 4 > maxBytes) return 'too_large';
  const level = sharp(from, { page, limitInputPixels: false, failOn });
  const image = (hasExtraBand ? level.removeAlpha() : level)
    .extract(pixels)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: timeoutSeconds });
  return { bytes: await write(encode(image, 'webp', request), request.to) };
}

/** Of a TIFF whose tiles cannot be read the library only warns, and draws black; of a tag that is not well written, as one without an end, it warns too. */
const retryWithoutWarnings = (request: DecodeRequest, part: Part) => (error: Error) => {
  const isAboutTags =
    /\btag\b|ASCII value/i.test(error.message) && !/\b(tile|strip|row|decompress)\b/i.test(error.message);
  if (isAboutTags) return makePart(request, part, 'error');
  throw error;
};

function withBytes<T>(from: string | Buffer, work: (read: ReadAt) => Promise<T>): Promise<T> {
  if (typeof from === 'string') return withFile(from, work);
  return work(inMemory(from));
}

/** By its bytes, whatever its name says: what else there is for our library is none for us. */
async function isPicture(from: string | Buffer): Promise<boolean> {
  const head = await withBytes(from, (read) => read(0, sniffedBytes));
  return sniffImage(head) !== null || sniffMedia(head) === 'image/tiff';
}

async function decode(request: DecodeRequest): Promise<Decoded | 'too_large' | 'no_picture'> {
  const { from, side, maxBytes, part } = request;
  if (part) return alone(() => makePart(request, part).catch(retryWithoutWarnings(request, part)));
  if (!(await isPicture(from))) return 'no_picture';
  if ((await withBytes(from, tileNeed)) > maxBytes) return 'too_large';
  const header = await sharp(from, { limitInputPixels: maxPixels }).metadata();
  if (header.width * header.height > (request.photoPixels ?? maxPixels)) return 'too_large';
  const work = () => make(from, request, header);
  if (decodeNeed(header, side) <= maxBytes) return isDecodedAlone(header, side) ? alone(work) : work();
  const preview = request.isFull ? null : await previewInExif(header.exif);
  return preview ? make(preview, request, await sharp(preview).metadata()) : 'too_large';
}

/** Reasons in words that the server knows; the library's own would reach logs only. */
function reasonOf(error: unknown): Refusal {
  const { message } = error as Error;
  if (/pixel limit/i.test(message)) return 'too_large';
  return /timeout/i.test(message) ? 'too_slow' : 'no_picture';
}

serve<Decoding>(async (request) => {
  const made = await decode(request).catch(reasonOf);
  return typeof made === 'string' ? { refused: made } : made;
});

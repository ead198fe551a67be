// The process that decodes pictures: the server starts it when one is needed, and ends it to have its memory back.
import pLimit from 'p-limit';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { bigDecodeBytes, decodeNeed, maxPixels, maxWebpPixels } from './decode-need.ts';
import type { DecodeAnswer, DecodeFormat, DecodeRequest } from './decoder-process.ts';
import { previewInExif } from './embedded-preview.ts';

const timeoutSeconds = 30;

// What is decoded once is not decoded again: the server keeps what was made.
sharp.cache(false);

const bigOnes = pLimit(1);

/** Small images should have few bytes; the full one, which people zoom into, should be made fast, and row by row. */
function encode(image: Sharp, format: DecodeFormat, { isFull, isSmallest, photoPixels }: DecodeRequest): Sharp {
  if (photoPixels !== undefined) return image.webp({ quality: 82 });
  if (format === 'avif') return image.avif({ quality: isSmallest ? 45 : 50, effort: 0 });
  if (format === 'webp') return image.webp(isFull ? { quality: 80, effort: 0 } : { quality: 72, effort: 2 });
  return image.jpeg(isFull ? { quality: 82, optimiseCoding: false } : { quality: 74, mozjpeg: true });
}

function formatFor({ format, side }: DecodeRequest, { width, height }: Metadata): DecodeFormat {
  const pixels = width * height * Math.min(1, side / Math.max(width, height)) ** 2;
  return format === 'webp' && pixels > maxWebpPixels ? 'jpeg' : format;
}

/** JPEG and WebP are shrunk while they are decoded; sequential reading bounds the memory of big ones. */
function make(from: string | Buffer, request: DecodeRequest, header: Metadata): Promise<Buffer> {
  const { side, photoPixels } = request;
  const fit =
    photoPixels === undefined ? ({ fit: 'inside', withoutEnlargement: true } as const) : { fit: 'cover' as const };
  const image = sharp(from, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize(side, side, fit)
    .timeout({ seconds: timeoutSeconds });
  return encode(image, formatFor(request, header), request).toBuffer();
}

async function decode(request: DecodeRequest): Promise<Buffer | 'too_large'> {
  const { from, side, maxBytes } = request;
  const header = await sharp(from, { limitInputPixels: maxPixels }).metadata();
  if (header.width * header.height > (request.photoPixels ?? maxPixels)) return 'too_large';
  const need = decodeNeed(header, side);
  if (need <= bigDecodeBytes && need <= maxBytes) return make(from, request, header);
  if (need <= maxBytes) return bigOnes(() => make(from, request, header));
  const preview = request.isFull ? null : await previewInExif(header.exif);
  return preview ? make(preview, request, await sharp(preview).metadata()) : 'too_large';
}

/** Reasons in words that the server knows; the library's own would reach logs only. */
function reasonOf(error: unknown): 'too_large' | 'busy' | 'no_picture' {
  const { message } = error as Error;
  if (/pixel limit/i.test(message)) return 'too_large';
  return /timeout/i.test(message) ? 'busy' : 'no_picture';
}

async function answer(request: DecodeRequest): Promise<DecodeAnswer> {
  const { id } = request;
  const made = await decode(request).catch(reasonOf);
  const memory = process.memoryUsage.rss();
  return typeof made === 'string' ? { id, memory, refused: made } : { id, memory, bytes: made };
}

process.on('message', (request: DecodeRequest) => {
  void answer(request).then((made) => process.send?.(made));
});
process.on('disconnect', () => process.exit());

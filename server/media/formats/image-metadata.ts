// What an image's own header says: its pixels as shown upright, and whether it is a panorama.

import pLimit from 'p-limit';
import type { Metadata } from 'sharp';
import { isCutOff } from '#contract/media/cut-off.ts';
import { pictureSizes } from '#contract/media/endpoints.ts';
import { sniffedBytes, sniffMedia } from '#contract/media/media-bytes.ts';
import { createPromiseCache } from '#server/lib/memoize.ts';
import { sharp } from '#server/lib/sharp.ts';
import { decodeNeed, maxDecodeBytes, maxPixels, tooLargeSentence } from './decode-need.ts';
import { type ReadAt, withFile } from './read-at.ts';

/** Shares of the width and height of the whole sphere, from its upper left. */
export type PanoramaCrop = { left: number; top: number; width: number; height: number };

export type ImageMetadata = {
  width: number | null;
  height: number | null;
  panorama: boolean | null;
  /** Of a partial panorama: which part of the whole sphere it covers. */
  crop?: PanoramaCrop | undefined;
  /** It ends before it should, and is no visit's first picture. */
  isCut?: boolean | undefined;
  /** Why it cannot be shown, or not whole or in its own size. */
  problem?: string | undefined;
};

/** Of a picture whose header cannot be read. */
export const unreadable: ImageMetadata = { width: null, height: null, panorama: null, isCut: true };

/** XMP as an attribute or as an element; Photo Sphere XMP calls the full sphere 'equirectangular'. */
const equirectangular = /GPano:ProjectionType\s*(?:=\s*["']|>)\s*equirectangular/;
const anyProjection = /GPano:ProjectionType/;
/** Longer XMP holds edit histories; what it says of a panorama comes first. */
const xmpLength = 200_000;
/** Some 200 bytes each. */
const maxCached = 20_000;
const concurrency = 8;

function isPanorama(text: string): boolean | null {
  if (equirectangular.test(text)) return true;
  return anyProjection.test(text) ? false : null;
}

/** Photo Sphere XMP says it in pixels of the picture as it was taken; nothing where it covers all of the sphere or contradicts itself. */
function cropOf(text: string): PanoramaCrop | undefined {
  const pixels = (name: string) => {
    const found = new RegExp(`GPano:${name}\\s*(?:=\\s*["']|>)\\s*(\\d+)`).exec(text)?.[1];
    return found === undefined ? Number.NaN : Number(found);
  };
  const [fullWidth, fullHeight] = [pixels('FullPanoWidthPixels'), pixels('FullPanoHeightPixels')];
  const crop = {
    left: pixels('CroppedAreaLeftPixels') / fullWidth,
    top: pixels('CroppedAreaTopPixels') / fullHeight,
    width: pixels('CroppedAreaImageWidthPixels') / fullWidth,
    height: pixels('CroppedAreaImageHeightPixels') / fullHeight,
  };
  const { left, top, width, height } = crop;
  const isWithin = width > 0 && height > 0 && left >= 0 && top >= 0 && left + width <= 1.001 && top + height <= 1.001;
  return isWithin && (width < 1 || height < 1) ? crop : undefined;
}

function problemOf(header: Metadata): string | undefined {
  const fits = (side: number) => decodeNeed(header, side) <= maxDecodeBytes;
  if (header.width * header.height > maxPixels || !fits(pictureSizes.s220)) return tooLargeSentence;
  return fits(pictureSizes.full) ? undefined : 'This picture is too large to be shown sharp: open the original instead';
}

function toMetadata(header: Metadata): ImageMetadata {
  const { autoOrient, xmp } = header;
  const { width, height } = autoOrient;
  const text = xmp?.toString('latin1', 0, xmpLength) ?? '';
  const panorama = isPanorama(text);
  return { width, height, panorama, crop: panorama ? cropOf(text) : undefined, problem: problemOf(header) };
}

const cutSentence = 'This picture is damaged: it ends before it should. What there is of it is shown';

/** A picture that does not lie on this machine: its first bytes, parts of it, and a copy where those do not suffice. */
export type RemotePicture = { head(): Promise<Buffer>; copy(): Promise<string>; read: ReadAt; bytes: number };

async function isCut(read: ReadAt, bytes: number): Promise<boolean> {
  return isCutOff(read, { bytes, type: sniffMedia(await read(0, sniffedBytes)) });
}

const headerOf = (from: string | Buffer) => sharp(from, { limitInputPixels: false }).metadata();

async function readMetadata(from: string | RemotePicture): Promise<ImageMetadata> {
  const header =
    typeof from === 'string'
      ? await headerOf(from)
      : await headerOf(await from.head()).catch(async () => headerOf(await from.copy()));
  const metadata = toMetadata(header);
  const isShort = typeof from === 'string' ? withFile(from, isCut) : isCut(from.read, from.bytes);
  return (await isShort) ? { ...metadata, isCut: true, problem: metadata.problem ?? cutSentence } : metadata;
}

/** Caches the metadata of files by what names their bytes. */
export function createImageMetadata() {
  const cached = createPromiseCache<ImageMetadata>(maxCached);
  const queue = pLimit(concurrency);

  async function read(from: string | RemotePicture): Promise<ImageMetadata> {
    try {
      return await queue(() => readMetadata(from));
    } catch {
      return unreadable;
    }
  }

  /** `name` changes when the bytes do. What cannot be read has no metadata. */
  return (from: string | RemotePicture, name: string): Promise<ImageMetadata> => cached(name, () => read(from));
}

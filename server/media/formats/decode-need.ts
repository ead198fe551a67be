// How much memory it takes to decode a picture, by its header alone: what some kinds hold whole until their last byte came.

import type { Metadata } from 'sharp';
import { MediaError, type MediaErrorCode } from '#server/media/source-errors.ts';
import type { ReadAt } from './read-at.ts';
import { readTiff } from './tiff-directory.ts';

type Header = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'isProgressive' | 'chromaSubsampling' | 'channels' | 'depth' | 'orientation'
>;

/** The widest panoramas of drones have half of it; more is a decompression bomb, or a map that needs the map viewer. */
export const maxPixels = 268_000_000;
/** 108 megapixels of a phone, progressive, are within it; 256 are not. */
export const maxDecodeBytes = 400 * 1024 * 1024;
/** Encoding AVIF beside what such a picture holds would be too much. */
export const bigDecodeBytes = 100 * 1024 * 1024;
/** Rows of larger ones are long, and decoding and encoding hold some of them. */
const bigPixels = 60_000_000;
/** Encoding WebP holds the whole picture several times; larger ones become JPEG. */
export const maxWebpPixels = 25_000_000;

export const tooLargeSentence = 'This picture has more pixels than can be shown: open the original instead';

const depthBytes: Record<string, number> = { ushort: 2, short: 2, uint: 4, int: 4, float: 4, double: 8, complex: 8 };
/** Samples for each pixel of a JPEG: colour is stored in less detail. */
const samples: Record<string, number> = { '4:2:0': 1.5, '4:2:2': 2, '4:4:0': 2, '4:1:1': 1.5 };

function whileReading({ format, isProgressive, chromaSubsampling = '', channels, depth }: Header): number {
  // Two bytes for each coefficient, all of them until the last pass.
  if (format === 'jpeg') return isProgressive ? 2 * (channels === 1 ? 1 : (samples[chromaSubsampling] ?? channels)) : 0;
  if (format === 'png') return isProgressive ? channels * (depth === 'ushort' ? 2 : 1) : 0;
  return wholeFile(format, channels * (depthBytes[depth] ?? 1));
}

/** Of what is always held whole; a TIFF in strips may be one strip. */
function wholeFile(format: Header['format'], pixelBytes: number): number {
  if (format === 'tiff') return pixelBytes;
  return format === 'heif' ? 7 : 4;
}

/** Of the rows that a TIFF's tiles stand in, which are read whole however large they say that they are; 0 where it has none. */
export async function tileNeed(read: ReadAt): Promise<number> {
  const first = (await readTiff(read))?.directories[0];
  const number = async (tag: number) => (await first?.numbers(tag))?.[0] ?? 0;
  const [width, across, down] = [await number(256), await number(322), await number(323)];
  if (across === 0 || down === 0) return 0;
  const bits = ((await first?.numbers(258)) ?? [8]).reduce((sum, each) => sum + each, 0);
  const samples = Math.max(1, await number(277));
  return Math.ceil(width / across) * across * down * Math.max(samples, bits / 8);
}

/** In bytes, for the picture that fits a square of this side. Turning it needs all of its decoded pixels at once. */
export function decodeNeed(header: Header, side: number): number {
  const { width, height, orientation = 1 } = header;
  const pixels = width * height;
  const largest = Math.max(width, height);
  const out = pixels * Math.min(1, side / largest) ** 2;
  // A JPEG is shrunk while it is read, to at least twice the size that is asked for.
  const turned = orientation > 1 ? Math.min(pixels, out * 4) * 3 : 0;
  const whenWritten = out <= maxWebpPixels ? out * 6 : 0;
  return pixels * whileReading(header) + turned + whenWritten;
}

/** One such picture at a time. */
export function isDecodedAlone(header: Header, side: number): boolean {
  return header.width * header.height > bigPixels || decodeNeed(header, side) > bigDecodeBytes;
}

const refusals = {
  too_large: ['too_large', tooLargeSentence],
  busy: ['busy', 'Too many pictures are being made at the moment: try again in a minute'],
  stopped: ['busy', 'Making this picture was interrupted: try again in a minute'],
  too_slow: ['busy', 'This picture took too long to be made: try again in a minute'],
  no_picture: ['no_picture', 'This file cannot be read as a picture: it may be damaged'],
} as const satisfies Record<string, readonly [MediaErrorCode, string]>;

/** Why a picture is not decoded. */
export type Refusal = keyof typeof refusals;

export function refusal(why: Refusal): MediaError {
  const [code, sentence] = refusals[why];
  return new MediaError(code, sentence);
}

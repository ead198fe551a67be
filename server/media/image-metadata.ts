// The shape of a picture by its own header: pixels as shown upright, and whether it says that it is a panorama.
import sharp, { type Metadata } from 'sharp';
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts';
import { createLruCache } from '#server/lib/lru-cache.ts';

export type ImageMetadata = { width: number | null; height: number | null; panorama: boolean | null };

const unknownShape: ImageMetadata = { width: null, height: null, panorama: null };

/** XMP as an attribute or as an element; Photo Sphere XMP calls the full sphere 'equirectangular'. */
const sphere = /GPano:ProjectionType\s*(?:=\s*["']|>)\s*equirectangular/;
const projected = /GPano:ProjectionType/;
/** Longer XMP holds edit histories; the panorama's words come first. */
const xmpLength = 200_000;
/** Some 200 bytes each. */
const room = 20_000;
const atOnce = 8;

function isPanorama(xmp: Buffer | undefined): boolean | null {
  const text = xmp?.toString('latin1', 0, xmpLength) ?? '';
  if (sphere.test(text)) return true;
  return projected.test(text) ? false : null;
}

function toShape({ autoOrient, xmp }: Metadata): ImageMetadata {
  return { width: autoOrient.width, height: autoOrient.height, panorama: isPanorama(xmp) };
}

/** Remembers the shapes of so many files by what names their bytes; the longest unused are forgotten. */
export function createImageMetadata() {
  const known = createLruCache<string, Promise<ImageMetadata>>({ most: room });
  const queue = createConcurrencyLimit(atOnce);

  async function read(path: string): Promise<ImageMetadata> {
    try {
      return await queue(async () => toShape(await sharp(path).metadata()));
    } catch {
      return unknownShape;
    }
  }

  /** `name` changes when the bytes do. What cannot be read has no shape. */
  return (path: string, name: string): Promise<ImageMetadata> => {
    const shape = known.peek(name) ?? read(path);
    known.keep(name, shape);
    return shape;
  };
}

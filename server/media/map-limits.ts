// What making a map's pyramid may cost, known before anything of it is decoded, and how its process says why it gave up.

const megabyte = 1024 * 1024;

/** A square kilometre at a centimetre and a half. */
const maxPixels = 4_000_000_000;
/** A row of tiles is held whole, and what is made of it beside it. */
const maxRowBytes = 128 * megabyte;
/** Of all that its process holds, its libraries among it. */
export const makerMemory = 1_000 * megabyte;
/** Its own objects; rows lie outside of them. */
export const makerHeapMegabytes = 256;

/** Exit codes of its process. */
export const makerExits = { damaged: 3, unknown: 4, tooLarge: 5 } as const;

/** The most that a pyramid may have: what a good packer made small, in tiles that browsers read. */
export function maxPyramidBytes(sourceBytes: number): number {
  return 64 * megabyte + sourceBytes * 16;
}

/** By what the map has in bytes, not by the pixels that it claims; its process comes after all others, so that a busy machine makes ten times slower ones. */
export function makerMilliseconds(sourceBytes: number): number {
  return Math.min(10 * 60_000 + sourceBytes / 50, 4 * 3_600_000);
}

/** `rowBytes`: of a row of tiles, or of a strip. */
export function isWithinLimits({
  width,
  height,
  rowBytes,
}: {
  width: number;
  height: number;
  rowBytes: number;
}): boolean {
  return width * height <= maxPixels && rowBytes <= maxRowBytes;
}

// What making a map's pyramid may cost, known before anything of it is decoded.

const megabyte = 1024 * 1024;

/** A square kilometre at a centimetre and a half. */
const maxPixels = 4_000_000_000;
/** A plan in few colours has some 300 for each of its bytes; more is made to cost much. */
const freePixels = 64_000_000;
const pixelsPerByte = 500;
/** A row of tiles is held whole, and what is made of it beside it. */
const maxRowBytes = 128 * megabyte;
/** Of all that its process holds, its libraries among it. */
export const makerMemory = 1_000 * megabyte;
/** Its own objects; rows lie outside of them. */
export const makerHeapMegabytes = 256;

/** The most that a pyramid may have: what a good packer made small, in tiles that browsers read. */
export function maxPyramidBytes(sourceBytes: number): number {
  return 8 * megabyte + sourceBytes * 40;
}

/** By what the map has in bytes, not by the pixels that it claims; its process comes after all others, so that a busy machine makes ten times slower ones. */
export function pyramidTimeoutMs(sourceBytes: number): number {
  return Math.min(10 * 60_000 + sourceBytes / 50, 4 * 3_600_000);
}

/** `heldBytes`: of a row of tiles, its own or its pyramid's, or of a strip; `bytes`: of the file, where they are known. */
export function isWithinLimits(
  map: { width: number; height: number; heldBytes: number },
  bytes: number | null,
): boolean {
  const pixels = map.width * map.height;
  const most = bytes === null ? maxPixels : Math.min(maxPixels, freePixels + bytes * pixelsPerByte);
  return pixels <= most && map.heldBytes <= maxRowBytes;
}

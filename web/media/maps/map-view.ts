// Where a person looks on a map, in numbers that mean the same on every screen and fit into an address.

/**
 * In `earth` coordinates `x` and `y` are degrees east and north, `zoom` that of web maps. In those of the `picture`, where the place on earth is not known
 * or not shared: shares of its width and height from the lower left, `zoom` 0 shows all of it and each step is twice as near.
 */
export type MapView = { x: number; y: number; zoom: number };
export type MapCoordinates = 'earth' | 'picture';

/** Metres on the ground per pixel at zoom 0 on the equator; zoom grows by one as a pixel halves. */
const metresAtZero = 156_543.033_928;

export function zoomOf(metresPerPixel: number): number {
  return Math.log2(metresAtZero / metresPerPixel);
}

export function metresOf(zoom: number): number {
  return metresAtZero / 2 ** zoom;
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** For the address: seven digits of a degree are a centimetre. */
export function roundedMap({ x, y, zoom }: MapView): MapView {
  return { x: rounded(x, 7), y: rounded(y, 7), zoom: rounded(zoom, 2) };
}

type Extent = readonly number[];

/** Middle and width of a pixel as shares of a picture: `whole` is the width of a pixel when all of it is shown. */
export function toShares(at: readonly number[], pixel: number, { extent, whole }: { extent: Extent; whole: number }) {
  const [west = 0, south = 0, east = 1, north = 1] = extent;
  const [x = 0, y = 0] = at;
  return { x: (x - west) / (east - west), y: (y - south) / (north - south), zoom: Math.log2(whole / pixel) };
}

/** The other way round: where in a picture's own coordinates, and how wide a pixel. */
export function fromShares({ x, y, zoom }: MapView, { extent, whole }: { extent: Extent; whole: number }) {
  const [west = 0, south = 0, east = 1, north = 1] = extent;
  return { at: [west + x * (east - west), south + y * (north - south)] as [number, number], pixel: whole / 2 ** zoom };
}

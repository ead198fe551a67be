// Draws the older of two pictures where the newer one shows the same place. No framework: guests load it too.
import { composeHomographies, type Homography } from '#contract/geometry/homography.ts';

/** Its point in the middle, and how much it is enlarged. */
export type VisiblePart = { x: number; y: number; zoom: number };
export const whole: VisiblePart = { x: 0.5, y: 0.5, zoom: 1 };

/** Shares from the middle of a picture to shares from its corner. */
const fromMiddle: Homography = [1, 0, 0.5, 0, 1, 0.5, 0, 0, 1];

/**
 * From shares of the older picture to shares of the newer one's place, both counted from their middles: only the browser knows how large
 * the two are drawn. `part`: the visible part of the newer one.
 */
export function warpOf(matrix: Homography, { x, y, zoom }: VisiblePart = whole): number[] {
  const looking: Homography = [zoom, 0, -x * zoom, 0, zoom, -y * zoom, 0, 0, 1];
  const place = [fromMiddle, matrix, looking].reduce(composeHomographies);
  return place.map((value) => Number((value / (place[8] ?? 1)).toPrecision(9)));
}

/** Width and height of what is drawn: a picture fills its frame in one direction alone. */
function sizeOf({ offsetWidth, offsetHeight, naturalWidth, naturalHeight }: HTMLImageElement): [number, number] {
  const scale = Math.min(offsetWidth / naturalWidth, offsetHeight / naturalHeight);
  return [naturalWidth * scale, naturalHeight * scale];
}

/** By what `warpOf` says, whenever a picture comes or the page changes its size; the answer ends that, and lays the older one flat again. */
export function align([older, newer]: readonly HTMLImageElement[], warp: readonly number[]): () => void {
  if (!older || !newer) return () => undefined;
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0] = warp;
  function place(): void {
    if (!older?.naturalWidth || !newer?.naturalWidth) return;
    const [w, t] = sizeOf(older);
    const [W, T] = sizeOf(newer);
    const across = [(a * W) / w, (d * T) / w, 0, g / w];
    const down = [(b * W) / t, (e * T) / t, 0, h / t];
    older.style.transform = `matrix3d(${[...across, ...down, 0, 0, 1, 0, c * W, f * T, 0, 1].join()})`;
  }
  const sizes = new ResizeObserver(place);
  for (const one of [older, newer]) {
    one.addEventListener('load', place);
    sizes.observe(one);
  }
  return () => {
    sizes.disconnect();
    for (const one of [older, newer]) one.removeEventListener('load', place);
    older.style.transform = '';
  };
}

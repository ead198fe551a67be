// Pictures as another visit might have taken them: turned, scaled, shifted and tilted by a homography, pixel by pixel.
import sharp from 'sharp';
import { applyHomography, composeHomographies, type Homography, invertHomography } from '#contract/homography.ts';

/** The same numbers for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Change = { degrees: number; scale: number; shift: number; tilt: number };

/** In pixels of a picture of this size: at most 5°, 10 % larger or smaller, 6 % further, and tilted. */
export function randomWarp(next: () => number, { width, height }: { width: number; height: number }): Homography {
  const most: Change = { degrees: 5, scale: 0.1, shift: 0.06, tilt: 0.03 };
  const about = (limit: number) => (next() * 2 - 1) * limit;
  const angle = (about(most.degrees) * Math.PI) / 180;
  const scale = 1 + about(most.scale);
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  const toMiddle = [1, 0, -width / 2, 0, 1, -height / 2, 0, 0, 1];
  const tilted = [1, 0, 0, 0, 1, 0, about(most.tilt) / width, about(most.tilt) / width, 1];
  const turned = [cos, -sin, 0, sin, cos, 0, 0, 0, 1];
  const back = [1, 0, width / 2 + about(most.shift) * width, 0, 1, height / 2 + about(most.shift) * width, 0, 0, 1];
  return [toMiddle, tilted, turned, back].reduce<Homography>(composeHomographies, [1, 0, 0, 0, 1, 0, 0, 0, 1]);
}

type Pixels = { data: Buffer; width: number; height: number };

/** Between four pixels; grey where there is nothing. */
function sample({ data, width, height }: Pixels, [x, y]: readonly [number, number], channel: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (!(left >= 0 && top >= 0 && left < width - 1 && top < height - 1)) return 128;
  const at = (dx: number, dy: number) => data[((top + dy) * width + left + dx) * 3 + channel] ?? 0;
  const [u, v] = [x - left, y - top];
  return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
}

/** Of the same size; `matrix` takes pixels of the picture to pixels of the warped one. */
export async function warp(from: string, matrix: Homography, to: string): Promise<void> {
  const { data, info } = await sharp(from)
    .autoOrient()
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const back = invertHomography(matrix) ?? [];
  const out = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const place = applyHomography(back, [at % width, Math.floor(at / width)]);
    for (let channel = 0; channel < 3; channel++)
      out[at * 3 + channel] = sample({ data, width, height }, place, channel);
  }
  await sharp(out, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toFile(to);
}

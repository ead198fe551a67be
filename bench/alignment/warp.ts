// Pictures as another visit might have taken them: turned, scaled, shifted and tilted by a homography, pixel by pixel.
import sharp from 'sharp';
import {
  applyHomography,
  composeHomographies,
  type Homography,
  invertHomography,
} from '#contract/geometry/homography.ts';
import type { Size } from './pixels.ts';

/** The same numbers for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const unmoved: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** What two visits to a place differ by at most: `shift` and `tilt` in shares of the width. */
const most = { degrees: 5, scale: 0.1, shift: 0.06, tilt: 0.03 };

/**
 * In pixels of a picture of this size, at most half of what two pictures may differ by, so that no two warped ones differ by more;
 * and at least a quarter, so that they do not all come out alike.
 */
export function randomWarp(next: () => number, { width, height }: Size): Homography {
  const about = (limit: number) => ((next() < 0.5 ? -1 : 1) * (1 + next()) * limit) / 4;
  const angle = (about(most.degrees) * Math.PI) / 180;
  const scale = 1 + about(most.scale);
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  const toMiddle = [1, 0, -width / 2, 0, 1, -height / 2, 0, 0, 1];
  const tilted = [1, 0, 0, 0, 1, 0, about(most.tilt) / width, about(most.tilt) / width, 1];
  const turned = [cos, -sin, 0, sin, cos, 0, 0, 0, 1];
  const back = [1, 0, width / 2 + about(most.shift) * width, 0, 1, height / 2 + about(most.shift) * width, 0, 0, 1];
  return [toMiddle, tilted, turned, back].reduce(composeHomographies, unmoved);
}

/** A part of the picture, at least half as wide and high, enlarged to its size. */
export function randomCrop(next: () => number, { width, height }: Size): Homography {
  const scale = 1 + next();
  const from = (length: number) => -next() * length * (scale - 1);
  return [scale, 0, from(width), 0, scale, from(height), 0, 0, 1];
}

type Pixels = Size & { data: Buffer };

/** As large as what the aligner is given, at most. */
const longest = 1600;

/** Upright and in three colours. */
export async function readPixels(path: string): Promise<Pixels> {
  const { data, info } = await sharp(path)
    .autoOrient()
    .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Grey where there is nothing. */
const nothing = 128;

/** Between four pixels, the first of which begins at `at`; `u` and `v`: how far on to the right and down. */
function blend({ data, width }: Pixels, at: number, [u, v]: readonly [number, number]): number {
  const below = at + 3 * width;
  const top = (data[at] as number) * (1 - u) + (data[at + 3] as number) * u;
  return top * (1 - v) + ((data[below] as number) * (1 - u) + (data[below + 3] as number) * u) * v;
}

/** A file of the same size; `matrix` takes pixels of the picture to pixels of the warped one. */
export async function warp(picture: Pixels, matrix: Homography, to: string): Promise<void> {
  const { width, height } = picture;
  const back = invertHomography(matrix) ?? [];
  const out = Buffer.alloc(width * height * 3, nothing);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = applyHomography(back, [at % width, Math.floor(at / width)]);
    const [left, top] = [Math.floor(x), Math.floor(y)];
    if (!(left >= 0 && top >= 0 && left < width - 1 && top < height - 1)) continue;
    const [from, part] = [3 * (top * width + left), [x - left, y - top] as const];
    for (let channel = 0; channel < 3; channel++) out[3 * at + channel] = blend(picture, from + channel, part);
  }
  await sharp(out, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toFile(to);
}

// Lays an older picture over a newer one: pixel by pixel, where the newer one shows the same place.

import { applyHomography, type Homography, invertHomography, type Point } from '#contract/geometry/homography.ts';
import { sharp } from '#server/lib/sharp.ts';

type Pixels = { data: Buffer; width: number; height: number };
type Size = { width: number; height: number };

/** The paper's grey, where the older picture shows nothing. */
const nothing = 238;

/** Between the four pixels around it. */
function sample({ data, width, height }: Pixels, [x, y]: Point, channel: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, bottom] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)];
  const [dx, dy] = [x - left, y - top];
  const at = (column: number, row: number) => data[(row * width + column) * 3 + channel] ?? 0;
  const upper = at(left, top) * (1 - dx) + at(right, top) * dx;
  const lower = at(left, bottom) * (1 - dx) + at(right, bottom) * dx;
  return upper * (1 - dy) + lower * dy;
}

/** `matrix` takes shares of the picture to shares of the frame. */
export function warpPixels(picture: Pixels, matrix: Homography, { width, height }: Size): Buffer | null {
  const back = invertHomography(matrix);
  if (back === null) return null;
  const out = Buffer.alloc(width * height * 3, nothing);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [u, v] = applyHomography(back, [(column + 0.5) / width, (row + 0.5) / height]);
      if (!(u >= 0 && u <= 1 && v >= 0 && v <= 1)) continue;
      const x = Math.min(Math.max(u * picture.width - 0.5, 0), picture.width - 1);
      const y = Math.min(Math.max(v * picture.height - 0.5, 0), picture.height - 1);
      const to = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++) out[to + channel] = Math.round(sample(picture, [x, y], channel));
    }
  }
  return out;
}

/** The older picture as the newer one's frame shows it; as it was taken where that cannot be. */
export async function warpPicture(older: Uint8Array, matrix: Homography, frame: Size): Promise<Uint8Array> {
  const { data, info } = await sharp(older)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) return older;
  const warped = warpPixels({ data, width: info.width, height: info.height }, matrix, frame);
  return warped === null
    ? older
    : sharp(warped, { raw: { ...frame, channels: 3 } })
        .jpeg({ quality: 78, mozjpeg: true })
        .toBuffer();
}

// How a picture looks, in figures: how sharp and how bright it is, and a print of it by which nearly equal ones are found.
import sharp from 'sharp';

export type Look = {
  /** Energy of the finest detail against the contrast, where the picture is richest in it: near 0 in a blurred one. */
  sharpness: number;
  /** Mean of the luminance, 0 to 255. */
  brightness: number;
  /** Share of pixels that are nearly black. */
  dark: number;
  /** 16 × 16 greys. */
  print: Uint8Array;
};

type Grey = { data: Uint8Array; width: number; height: number };
type Area = { left: number; top: number; right: number; bottom: number };

/** Longest side in pixels at which sharpness is told. */
const longest = 1600;
/** The picture is looked at in so many fields across and down: sky and plain walls say nothing of its sharpness. */
const fields = 8;
/** The field that counts: so many of the 64 are richer in detail. */
const richer = 6;
/** A field of less contrast holds nothing but noise. */
const leastContrast = 400;
const nearlyBlack = 32;
export const printSide = 16;

async function readGrey(bytes: Uint8Array): Promise<Grey> {
  const { data, info } = await sharp(bytes)
    .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function areasOf({ width, height }: Grey): Area[] {
  const edge = (nth: number, size: number) => Math.min(size - 1, Math.max(1, Math.floor((nth * size) / fields)));
  return Array.from({ length: fields * fields }, (_, nth) => {
    const [column, row] = [nth % fields, Math.floor(nth / fields)];
    return {
      left: edge(column, width),
      right: edge(column + 1, width),
      top: edge(row, height),
      bottom: edge(row + 1, height),
    };
  });
}

/** Variance of the Laplacian by that of the greys. */
function detailIn({ data, width }: Grey, { left, top, right, bottom }: Area): number {
  const at = (index: number) => data[index] as number;
  const [count, sums] = [(right - left) * (bottom - top), { fine: 0, grey: 0, square: 0 }];
  if (count <= 0) return 0;
  for (let y = top; y < bottom; y++)
    for (let x = left, index = y * width + left; x < right; x++, index++) {
      const grey = at(index);
      const fine = at(index - 1) + at(index + 1) + at(index - width) + at(index + width) - 4 * grey;
      sums.fine += fine * fine;
      sums.grey += grey;
      sums.square += grey * grey;
    }
  const contrast = sums.square / count - (sums.grey / count) ** 2;
  return sums.fine / count / Math.max(contrast, leastContrast);
}

function sharpnessOf(grey: Grey): number {
  const details = areasOf(grey).map((area) => detailIn(grey, area));
  return details.sort((a, b) => b - a)[richer] ?? 0;
}

/** Throws for what is no picture. */
export async function lookAt(bytes: Uint8Array): Promise<Look> {
  const grey = await readGrey(bytes);
  const { data, width, height } = grey;
  const print = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize(printSide, printSide, { fit: 'fill' })
    .grayscale()
    .raw()
    .toBuffer();
  return {
    sharpness: sharpnessOf(grey),
    brightness: data.reduce((sum, one) => sum + one, 0) / data.length,
    dark: data.reduce((count, one) => count + Number(one < nearlyBlack), 0) / data.length,
    print,
  };
}

// Figures of a picture: its sharpness and brightness, a print to find nearly equal pictures by, and hashes to recognise it by.
import { sharp } from '#server/lib/sharp.ts';
import { type Grey, hashPicture, type PictureHashes } from './hash-picture.ts';

export type PictureAnalysis = {
  /** Energy of the finest detail relative to contrast, in the richest part of the picture: near 0 in a blurred one. */
  sharpness: number;
  /** Mean of the luminance, 0 to 255. */
  brightness: number;
  /** Share of pixels that are nearly black. */
  dark: number;
  /** 16 × 16 greys. */
  print: Uint8Array;
};

export type AnalyzedPicture = PictureAnalysis & { hashes: PictureHashes | null };

/** `fine`: squares of the Laplacian. */
type Sums = { count: number; grey: number; square: number; fine: number; dark: number };

/** Longest side in pixels at which sharpness is measured. */
const longest = 1600;
/** Cells of the print, across and down. */
const cells = 16;
/** Sharpness is measured in fields of two by two cells: sky and plain walls reveal nothing of it. */
const fields = cells / 2;
/** The field that counts: this many of the 64 have more detail. */
const richer = 6;
/** A field of less contrast is mostly noise. */
const leastContrast = 400;
const nearlyBlack = 32;
/** Sampling every other row gives the same result in half the time. */
const rowStep = 2;

/** Green for grey: most of what eyes and cameras see, and cheaper. */
async function readGrey(bytes: Uint8Array): Promise<Grey> {
  const { data, info } = await sharp(bytes)
    .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .extractChannel('green')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Where a cell begins; the outermost pixels do not have neighbours on all sides. */
const edge = (nth: number, size: number) => Math.min(size - 1, Math.max(1, Math.floor((nth * size) / cells)));

function sumCell({ data, width, height }: Grey, column: number, row: number): Sums {
  const sums = { count: 0, grey: 0, square: 0, fine: 0, dark: 0 };
  const at = (index: number) => data[index] as number;
  const [left, right, bottom] = [edge(column, width), edge(column + 1, width), edge(row + 1, height)];
  for (let y = edge(row, height); y < bottom; y += rowStep)
    for (let index = y * width + left; index < y * width + right; index++) {
      const grey = at(index);
      const fine = at(index - 1) + at(index + 1) + at(index - width) + at(index + width) - 4 * grey;
      sums.count++;
      sums.grey += grey;
      sums.square += grey * grey;
      sums.fine += fine * fine;
      if (grey < nearlyBlack) sums.dark++;
    }
  return sums;
}

function merge(parts: readonly Sums[]): Sums {
  const total = (of: keyof Sums) => parts.reduce((sum, part) => sum + part[of], 0);
  const count = Math.max(1, total('count'));
  return { count, grey: total('grey'), square: total('square'), fine: total('fine'), dark: total('dark') };
}

/** Variance of the Laplacian divided by that of the greys. */
function detailOf({ count, grey, square, fine }: Sums): number {
  const contrast = square / count - (grey / count) ** 2;
  return fine / count / Math.max(contrast, leastContrast);
}

function sharpnessOf(all: readonly Sums[]): number {
  const details = Array.from({ length: fields * fields }, (_, nth) => {
    const first = 2 * (nth % fields) + 2 * cells * Math.floor(nth / fields);
    return detailOf(merge([0, 1, cells, cells + 1].map((beside) => all[first + beside] as Sums)));
  });
  return details.sort((a, b) => b - a)[richer] ?? 0;
}

/** Throws if the bytes are no picture. */
export async function analyzePicture(bytes: Uint8Array): Promise<AnalyzedPicture> {
  const grey = await readGrey(bytes);
  const all = Array.from({ length: cells * cells }, (_, nth) => sumCell(grey, nth % cells, Math.floor(nth / cells)));
  const whole = merge(all);
  return {
    sharpness: sharpnessOf(all),
    brightness: whole.grey / whole.count,
    dark: whole.dark / whole.count,
    print: Uint8Array.from(all, (sums) => sums.grey / Math.max(1, sums.count)),
    hashes: hashPicture(grey),
  };
}

// Hashes of a picture that survive saving, scaling, brightening and small cuts: near ones are worth a closer look (behaviour §32.6).

/** Luminance, row by row. */
export type Grey = { data: Uint8Array; width: number; height: number };

/** `windows`: of the picture as it is, then of what remains where one or several of its sides are cut. Each has 32 bytes. */
export type PictureHashes = { windows: Uint8Array[]; mirrored: Uint8Array };

type Rect = { left: number; top: number; right: number; bottom: number };

/** A row or column whose greys deviate by less belongs to a bar: screenshots and messengers add them. */
const leastDeviation = 6;
/** What is left between bars must be a picture. */
const leastSide = 64;
/** A picture of less contrast has nothing to recognise: its hash would be noise, near to others of its kind. */
const leastContrast = 6;

/** Everything is scaled to this square first; windows are cut out of it. */
const square = 256;
/** What a window is scaled to before its frequencies are taken. */
const small = 64;
/** Frequencies in each direction; the first one, the mean, is left out. */
const frequencies = 16;
/** Share of each side that a window leaves out, or nothing. */
const cut = 0.05;
const blurRadius = 2;

/** A quarter of the pixels is enough, and four times as fast. */
function halved({ data, width, height }: Grey): Grey {
  const [across, down] = [Math.floor(width / 2), Math.floor(height / 2)];
  const half = new Uint8Array(across * down);
  for (let y = 0; y < down; y++)
    for (let x = 0, at = 2 * y * width; x < across; x++, at += 2) {
      const above = (data[at] as number) + (data[at + 1] as number);
      half[y * across + x] = (above + (data[at + width] as number) + (data[at + width + 1] as number)) / 4;
    }
  return { data: half, width: across, height: down };
}

/** Of the greys of each row, and of each column. */
function deviations({ data, width, height }: Grey): { rows: Float64Array; columns: Float64Array } {
  const [rows, sums, squares] = [new Float64Array(height), new Float64Array(width), new Float64Array(width)];
  const spread = (sum: number, square: number, count: number) =>
    Math.sqrt(Math.max(0, square / count - (sum / count) ** 2));
  for (let y = 0; y < height; y++) {
    let [sum, square] = [0, 0];
    for (let x = 0; x < width; x++) {
      const grey = data[y * width + x] as number;
      sum += grey;
      square += grey * grey;
      sums[x] = (sums[x] as number) + grey;
      squares[x] = (squares[x] as number) + grey * grey;
    }
    rows[y] = spread(sum, square, width);
  }
  return { rows, columns: sums.map((sum, x) => spread(sum, squares[x] as number, height)) };
}

function outermost(all: Float64Array): [first: number, after: number] {
  const isPart = (deviation: number) => deviation > leastDeviation;
  return [Math.max(0, all.findIndex(isPart)), all.findLastIndex(isPart) + 1];
}

/** What lies between plain bars; everything where that is too little. */
function withoutBars(grey: Grey): Rect {
  const { rows, columns } = deviations(grey);
  const [[top, bottom], [left, right]] = [outermost(rows), outermost(columns)];
  const isPicture = right - left >= leastSide / 2 && bottom - top >= leastSide / 2;
  return isPicture ? { left, top, right, bottom } : { left: 0, top: 0, right: grey.width, bottom: grey.height };
}

/** Sums of everything above and to the left of each corner of the pixels: those of any box take four of them. */
type Sums = { sums: Float64Array; width: number; height: number };

function sumsOf({ data, width, height }: { data: ArrayLike<number>; width: number; height: number }): Sums {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += data[y * width + x] as number;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] as number) + row;
    }
  }
  return { sums, width, height };
}

/** Also for a corner within a pixel. */
function sumTo({ sums, width, height }: Sums, x: number, y: number): number {
  const stride = width + 1;
  const column = Math.min(width - 1, Math.floor(x));
  const line = Math.min(height - 1, Math.floor(y));
  const right = x - column;
  const below = y - line;
  const at = line * stride + column;
  const above = (sums[at] as number) * (1 - right) + (sums[at + 1] as number) * right;
  const under = (sums[at + stride] as number) * (1 - right) + (sums[at + stride + 1] as number) * right;
  return above * (1 - below) + under * below;
}

/** The means of the boxes into which a part of a picture is divided. */
function scaled(of: Sums, { left, top, right, bottom }: Rect, size: number): Float32Array {
  const width = (right - left) / size;
  const height = (bottom - top) / size;
  const stride = size + 1;
  const corners = new Float64Array(stride * stride);
  for (let y = 0, at = 0; y <= size; y++)
    for (let x = 0; x <= size; x++, at++) corners[at] = sumTo(of, left + x * width, top + y * height);
  const means = new Float32Array(size * size);
  for (let y = 0, to = 0; y < size; y++)
    for (let x = 0; x < size; x++, to++) {
      const at = y * stride + x;
      const lower = (corners[at + stride + 1] as number) - (corners[at + stride] as number);
      means[to] = (lower - (corners[at + 1] as number) + (corners[at] as number)) / (width * height);
    }
  return means;
}

const toPlane = (data: Float32Array) => ({ data, width: square, height: square });

/** The mean of the surroundings of each pixel, fewer of them at the edges. */
function blurred(data: Float32Array): Float32Array {
  const { sums, width } = sumsOf(toPlane(data));
  const soft = new Float32Array(data.length);
  for (let y = 0, to = 0; y < square; y++) {
    const top = Math.max(0, y - blurRadius);
    const bottom = Math.min(square, y + blurRadius + 1);
    for (let x = 0; x < square; x++, to++) {
      const left = Math.max(0, x - blurRadius);
      const right = Math.min(square, x + blurRadius + 1);
      const [above, under] = [top * (width + 1), bottom * (width + 1)];
      const sum = (sums[under + right] as number) - (sums[under + left] as number);
      const less = (sums[above + right] as number) - (sums[above + left] as number);
      soft[to] = (sum - less) / ((right - left) * (bottom - top));
    }
  }
  return soft;
}

const cosines = Float64Array.from({ length: frequencies * small }, (_, at) => {
  const [frequency, x] = [Math.floor(at / small) + 1, at % small];
  return Math.cos((Math.PI * frequency * (2 * x + 1)) / (2 * small));
});

/** The lowest frequencies of the cosine transform without the mean, row by row. */
function transform(data: Float32Array): Float64Array {
  const across = new Float64Array(small * frequencies);
  for (let y = 0; y < small; y++)
    for (let u = 0; u < frequencies; u++) {
      let sum = 0;
      for (let x = 0; x < small; x++) sum += (data[y * small + x] as number) * (cosines[u * small + x] as number);
      across[y * frequencies + u] = sum;
    }
  const found = new Float64Array(frequencies * frequencies);
  for (let v = 0; v < frequencies; v++)
    for (let u = 0; u < frequencies; u++) {
      let sum = 0;
      for (let y = 0; y < small; y++)
        sum += (across[y * frequencies + u] as number) * (cosines[v * small + y] as number);
      found[v * frequencies + u] = sum;
    }
  return found;
}

/** One bit for each frequency: whether it is stronger than the median. */
function bitsOf(found: Float64Array): Uint8Array {
  const sorted = found.toSorted();
  const middle = ((sorted[found.length / 2 - 1] as number) + (sorted[found.length / 2] as number)) / 2;
  const bits = new Uint8Array(found.length / 8);
  for (const [at, value] of found.entries())
    if (value > middle) bits[at >> 3] = (bits[at >> 3] as number) | (128 >> (at & 7));
  return bits;
}

/** Mirrored, every other frequency across changes its sign. */
const mirror = (found: Float64Array) => found.map((value, at) => ((at % frequencies) % 2 === 0 ? -value : value));

/** The picture itself first; then every way to leave out some of its sides. */
const sides = Array.from({ length: 16 }, (_, nth) => {
  const [low, high] = [square * cut, square * (1 - cut)];
  const [left, right] = [nth & 1 ? low : 0, nth & 2 ? high : square];
  const [top, bottom] = [nth & 4 ? low : 0, nth & 8 ? high : square];
  return { left, right, top, bottom };
});

function contrastOf(data: Float32Array): number {
  const mean = data.reduce((sum, grey) => sum + grey, 0) / data.length;
  return Math.sqrt(data.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / data.length);
}

/** Null for one that is too small or too plain to be recognised. */
export function hashPicture(grey: Grey): PictureHashes | null {
  if (Math.min(grey.width, grey.height) < leastSide) return null;
  const half = halved(grey);
  const whole = scaled(sumsOf(half), withoutBars(half), square);
  if (contrastOf(whole) < leastContrast) return null;
  const soft = sumsOf(toPlane(blurred(blurred(whole))));
  const found = sides.map((side) => transform(scaled(soft, side, small)));
  return { windows: found.map(bitsOf), mirrored: bitsOf(mirror(found[0] as Float64Array)) };
}

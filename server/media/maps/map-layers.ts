// What a map’s pyramid keeps: colours with transparency, or numbers with their nodata value; and how each level is made from the last.
import type { GeoTIFFImage } from 'geotiff';
import type { Numbers, NumberType } from '#server/media/formats/map-header.ts';
import type { WrittenTag } from '#server/media/formats/tiled-tiff.ts';
import { MapUnreadable, openRows } from './map-rows.ts';

/** Two rows, one below the other. */
type Pair = readonly [upper: Numbers, lower: Numbers];

export type Layer = {
  /** How the pixels of its tiles are stored. */
  packing: 'jpeg' | 'webp' | 'numbers';
  samples: number;
  type: NumberType;
  /** Rows from one on, as they are drawn. */
  read(top: number, count: number): Promise<Numbers>;
  /** One row of half as many pixels from two; from the last one alone where they are odd. */
  halve(rows: Pair, to: Numbers): void;
  /** What every level says of its numbers. */
  tags(): WrittenTag[];
};

const isFraction = (type: NumberType) => type === Float32Array || type === Float64Array;

const [white, black, rgb, palette, separated, ycbcr] = [0, 1, 2, 3, 5, 6];
const cmyk = 1;

/** As GDAL writes it down, with or without an end. */
function nodataOf(image: GeoTIFFImage): number | null {
  const text: unknown = image.fileDirectory.getValue('GDAL_NODATA');
  return typeof text === 'string' ? Number(text.replace(/\0/g, '').trim() || Number.NaN) : null;
}

/** Rows of a mask hold 0 where there is nothing. */
type Mask = (top: number, count: number) => Promise<Numbers>;

async function openMask(images: readonly GeoTIFFImage[], first: GeoTIFFImage): Promise<Mask | null> {
  const isMask = (image: GeoTIFFImage) =>
    (Number(image.fileDirectory.getValue('NewSubfileType') ?? 0) & 4) !== 0 &&
    image.getSamplesPerPixel() === 1 &&
    image.getBitsPerSample() <= 8 &&
    image.getWidth() === first.getWidth() &&
    image.getHeight() === first.getHeight();
  const found = images.find(isMask);
  return found ? (await openRows(found)).read : null;
}

type Source = { image: GeoTIFFImage; mask: Mask | null };

/** Each number of the file as its colours: shades, a palette's, or itself. */
async function coloursOf(image: GeoTIFFImage): Promise<{ bands: 1 | 3; table: Uint8Array | null }> {
  const photometric = Number(image.fileDirectory.getValue('PhotometricInterpretation'));
  const most = 2 ** image.getBitsPerSample() - 1;
  if (photometric === palette) {
    const map: ArrayLike<number> = (await image.fileDirectory.loadValue('ColorMap')) ?? [];
    const count = map.length / 3;
    const table = Uint8Array.from({ length: 768 }, (_, at) =>
      Math.round((map[(at % 3) * count + Math.floor(at / 3)] ?? 0) / 257),
    );
    return { bands: 3, table };
  }
  const bands = image.getSamplesPerPixel() < 3 ? 1 : 3;
  if (photometric !== white && most === 255) return { bands, table: null };
  const shade = (at: number) => Math.round((Math.min(at, most) * 255) / most);
  return {
    bands,
    table: Uint8Array.from({ length: 256 }, (_, at) => (photometric === white ? 255 - shade(at) : shade(at))),
  };
}

/** How many bands name a colour, where it is not as many as the colour has. */
const inksOf = (photometric: number): number | undefined => ({ [palette]: 1, [separated]: 4 })[photometric];

/** 1 and 2 are opacity; 0, as of near infrared, is not (TIFF 6.0, ExtraSamples). */
function opacityOf(image: GeoTIFFImage, own: number): number | null {
  const extra: ArrayLike<number> = image.fileDirectory.getValue('ExtraSamples') ?? [];
  const at = Array.from(extra).findIndex((each) => each === 1 || each === 2);
  return at === -1 ? null : own + at;
}

/** What both rows hold at a place, and beside it; at an uneven edge the same once more. */
function around([upper, lower]: Pair, left: number, right: number): [number, number, number, number] {
  return [upper[left] ?? 0, upper[right] ?? 0, lower[left] ?? 0, lower[right] ?? 0];
}

function halveOpaque(samples: number): Layer['halve'] {
  return (rows, to) => {
    const last = rows[0].length / samples - 1;
    for (let x = 0, out = 0; out < to.length; x += 2)
      for (let band = 0; band < samples; band += 1, out += 1) {
        const [a, b, c, d] = around(rows, x * samples + band, Math.min(x + 1, last) * samples + band);
        to[out] = (a + b + c + d + 2) >> 2;
      }
  };
}

/** Red, green and blue weighed by how opaque they are. */
const halveTransparent: Layer['halve'] = (rows, to) => {
  const last = rows[0].length / 4 - 1;
  for (let x = 0, out = 0; out < to.length; x += 2, out += 4) {
    const [left, right] = [x * 4, Math.min(x + 1, last) * 4];
    const [a, b, c, d] = around(rows, left + 3, right + 3);
    const sum = a + b + c + d;
    to[out + 3] = (sum + 2) >> 2;
    for (let band = 0; band < 3; band += 1) {
      const [e, f, g, h] = around(rows, left + band, right + band);
      to[out + band] = sum === 0 ? e : Math.round((e * a + f * b + g * c + h * d) / sum);
    }
  }
};

async function openPicture({ image, mask }: Source): Promise<Layer> {
  const [rows, { bands, table }] = [await openRows(image), await coloursOf(image)];
  const { samples: all } = rows;
  const photometric = Number(image.fileDirectory.getValue('PhotometricInterpretation'));
  const [isPalette, isPrint] = [photometric === palette, photometric === separated];
  const own = inksOf(photometric) ?? bands;
  const opacity = opacityOf(image, own);
  const most = 2 ** image.getBitsPerSample() - 1;
  const said = nodataOf(image);
  const nodata = said !== null && Number.isInteger(said) && said >= 0 && said <= most ? said : null;
  const hasOpacity = opacity !== null || nodata !== null || mask !== null;
  // WebP knows no grey: there one band stands for all three.
  const samples = hasOpacity ? 4 : bands;
  const opaque = bands === 1 ? black : ycbcr;

  const shadeAt = (from: Numbers, at: number, band: number): number => {
    const value = from[own === 1 ? at : at + band] ?? 0;
    if (isPrint) return Math.round((255 * (most - value) * (most - (from[at + 3] ?? 0))) / most ** 2);
    if (table === null) return value;
    return table[isPalette ? value * 3 + band : value] ?? 0;
  };
  const isNothing = (from: Numbers, at: number): boolean => {
    for (let band = 0; band < own; band += 1) if (from[at + band] !== nodata) return false;
    return true;
  };
  const opacityAt = (from: Numbers, at: number, shown: number | undefined): number => {
    if (shown === 0 || (nodata !== null && isNothing(from, at))) return 0;
    return opacity === null ? 255 : Math.round(((from[at + opacity] ?? most) * 255) / most);
  };

  return {
    packing: hasOpacity ? 'webp' : 'jpeg',
    samples,
    type: Uint8Array,
    async read(top, count) {
      const from = await rows.read(top, count);
      const masked = mask && (await mask(top, count));
      if (all === samples && !hasOpacity && !isPrint && table === null) return from;
      const pixels = from.length / all;
      const to = new Uint8Array(pixels * samples);
      for (let pixel = 0, at = 0, out = 0; pixel < pixels; pixel += 1, at += all, out += samples) {
        for (let band = 0; band < Math.min(samples, 3); band += 1) to[out + band] = shadeAt(from, at, band);
        if (hasOpacity) to[out + 3] = opacityAt(from, at, masked?.[pixel]);
      }
      return to;
    },
    halve: hasOpacity ? halveTransparent : halveOpaque(samples),
    tags: () => [
      { tag: 258, type: 3, values: Array.from({ length: samples }, () => 8) },
      { tag: 259, type: 3, values: [hasOpacity ? 50_001 : 7] },
      { tag: 262, type: 3, values: [hasOpacity ? rgb : opaque] },
      { tag: 277, type: 3, values: [samples] },
      { tag: 284, type: 3, values: [1] },
      ...(hasOpacity ? [{ tag: 338, type: 3 as const, values: [2] }] : []),
      ...(!hasOpacity && bands === 3 ? [{ tag: 530, type: 3 as const, values: [2, 2] }] : []),
    ],
  };
}

/** Beyond it no number was measured: surveys fill what they have not seen with the least that there is. */
const beyond = 1e37;

/** The mean of those of four numbers that stand for something. */
function meanOf(four: readonly number[], nothing: number): number {
  let [sum, count] = [0, 0];
  for (const value of four)
    if (value !== nothing && !Number.isNaN(value)) {
      sum += value;
      count += 1;
    }
  return count === 0 ? nothing : sum / count;
}

function halveNumbers(samples: number, nothing: number, isWhole: boolean): Layer['halve'] {
  const round = isWhole ? Math.round : (value: number) => value;
  return (rows, to) => {
    const last = rows[0].length / samples - 1;
    for (let x = 0, out = 0; out < to.length; x += 2)
      for (let band = 0; band < samples; band += 1, out += 1)
        to[out] = round(meanOf(around(rows, x * samples + band, Math.min(x + 1, last) * samples + band), nothing));
  };
}

/** What a mask hides needs a number of its own: those that are not whole have one to spare. */
function withNothing(type: NumberType): NumberType {
  if (isFraction(type)) return type;
  return type.BYTES_PER_ELEMENT < 4 ? Float32Array : Float64Array;
}

async function openNumbers({ image, mask }: Source): Promise<Layer> {
  const rows = await openRows(image);
  const { samples } = rows;
  const said = nodataOf(image);
  const cast = said === null ? undefined : new rows.type(1).fill(said)[0];
  // A number that whole ones cannot be stands for nothing that is there.
  const nodata = cast !== undefined && (isFraction(rows.type) || cast === said) ? cast : null;
  // What a mask hides needs a number of its own.
  const type = nodata === null && mask ? withNothing(rows.type) : rows.type;
  const nothing = nodata ?? Number.NaN;
  const isWhole = !isFraction(type);
  const bits = new type(0).BYTES_PER_ELEMENT * 8;
  const extra: ArrayLike<number> | undefined = image.fileDirectory.getValue('ExtraSamples');
  let hasNothing = nodata !== null;
  const isGone = (value: number, masked: Numbers | null, at: number) => {
    const is = !(Math.abs(value) < beyond) || (masked !== null && masked[Math.floor(at / samples)] === 0);
    hasNothing ||= is;
    return is;
  };

  return {
    packing: 'numbers',
    samples,
    type,
    async read(top, count) {
      const from = await rows.read(top, count);
      const masked = mask && (await mask(top, count));
      if (!masked && isWhole) return from;
      const to = type === rows.type ? from : new type(from.length);
      for (const [at, value] of from.entries()) to[at] = isGone(value, masked, at) ? nothing : value;
      return to;
    },
    halve: halveNumbers(samples, nothing, isWhole),
    tags: () => [
      { tag: 258, type: 3, values: Array.from({ length: samples }, () => bits) },
      { tag: 259, type: 3, values: [8] },
      { tag: 262, type: 3, values: [Number(image.fileDirectory.getValue('PhotometricInterpretation') ?? black)] },
      { tag: 277, type: 3, values: [samples] },
      { tag: 284, type: 3, values: [1] },
      { tag: 317, type: 3, values: [isWhole ? 2 : 3] },
      ...(extra ? [{ tag: 338, type: 3 as const, values: [...Array.from(extra)] }] : []),
      { tag: 339, type: 3, values: Array.from({ length: samples }, () => (isWhole ? image.getSampleFormat() : 3)) },
      ...(hasNothing
        ? [{ tag: 42_113, type: 2 as const, values: [...Buffer.from(`${Number.isNaN(nothing) ? 'nan' : nothing}\0`)] }]
        : []),
    ],
  };
}

/** As server/media/formats/map-header.ts distinguishes them. */
export async function openLayer(images: readonly GeoTIFFImage[]): Promise<Layer> {
  const [image] = images;
  if (!image) throw new MapUnreadable('damaged', 'There is nothing in it');
  const mask = await openMask(images, image);
  const photometric = Number(image.fileDirectory.getValue('PhotometricInterpretation') ?? black);
  const samples = image.getSamplesPerPixel();
  const isWhole = image.getSampleFormat() === 1;
  const isPlain = isWhole && image.getBitsPerSample() <= 8;
  const inks = Number((await image.fileDirectory.loadValue('InkSet')) ?? cmyk);
  const isPrint = isWhole && inks === cmyk && samples >= 4 && image.getBitsPerSample() <= 16;
  if (photometric === separated && isPrint) return openPicture({ image, mask });
  if (isPlain && (photometric === palette || ([white, black, rgb, ycbcr].includes(photometric) && samples <= 4)))
    return openPicture({ image, mask });
  if (![white, black, rgb, separated].includes(photometric))
    throw new MapUnreadable('unknown', 'Its colours are of a kind that is not known');
  return openNumbers({ image, mask });
}

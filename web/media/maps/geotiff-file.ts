// Opens a GeoTIFF before it is drawn: whether it can be reached, read and drawn, and what its numbers mean.
import type { GeoTIFFImage, TypedArray } from 'geotiff';
import { fromCustomClient, globals } from 'geotiff';
import type { FileParts } from '#web/media/frame/file-parts.ts';

/** Why a map cannot be shown, as a sentence. */
export class MapProblem extends Error {}

export const outOfReach = () => new MapProblem('The file could not be reached. Check your connection and try again.');
const unreadable = () =>
  new MapProblem('The file is damaged, or of a kind that browsers do not show. A program such as QGIS may open it.');
const tooLarge = () =>
  new MapProblem(
    'This map is large and has no smaller versions in it, so all of it would have to be downloaded. A program such as QGIS opens it.',
  );
const empty = () => new MapProblem('This map is empty: there is no picture in it.');

/** What is drawn: colours, an index into colours, heights of the ground, or other numbers as shades. */
export type MapKind = 'picture' | 'palette' | 'elevation' | 'values';

export type GeoTiffFacts = {
  kind: MapKind;
  samples: number;
  /** The last band says how opaque a pixel is. */
  hasOpacity: boolean;
  /** Least and greatest number of each band, as far as a small version of the map shows. */
  ranges: readonly (readonly [min: number, max: number])[];
  /** Of a palette. */
  colours: readonly string[];
  /** Of what lies between two heights. */
  metresPerUnit: number;
};

/** Without a byte; the library may wait for ever, or go round in circles, in a file that it makes no sense of. */
const senseMs = 20_000;

/** Throws a MapProblem; where the file is out of reach, five seconds after the last byte of it. */
export async function openGeoTiff(url: string, parts: FileParts): Promise<GeoTiffFacts> {
  const senseless = parts.quietFor(senseMs).then(() => Promise.reject(unreadable()));
  return Promise.race([read(url, parts), senseless]).catch(rethrow);
}

async function read(url: string, parts: FileParts): Promise<GeoTiffFacts> {
  const images = await imagesOf(await fromCustomClient(clientOf(url, parts), { blockSize: 16_384 }));
  const [first] = images;
  const smallest = images.reduce((small, image) => (image.getWidth() < small.getWidth() ? image : small), first);
  return factsOf(first, smallest);
}

/** What the library fetches by. */
function clientOf(url: string, parts: FileParts) {
  return {
    url,
    async request({ headers, signal }: RequestInit = {}) {
      const response = await parts.load(url, headers, signal ?? undefined);
      return {
        ok: response.ok,
        status: response.status,
        getHeader: (name: string) => response.headers.get(name) ?? '',
        getData: () => response.arrayBuffer(),
      };
    },
  };
}

/** The library has no other way to say that nothing came than the words of its errors. */
function rethrow(error: unknown): never {
  if (error instanceof MapProblem) throw error;
  const words = error instanceof Error ? `${error.name} ${error.message}` : '';
  throw /fetch|network|abort|request/i.test(words) ? outOfReach() : unreadable();
}

type File = Awaited<ReturnType<typeof fromCustomClient>>;

/** Without masks, which belong to the image before them. */
async function imagesOf(file: File): Promise<[GeoTIFFImage, ...GeoTIFFImage[]]> {
  const count = await file.getImageCount();
  const images: GeoTIFFImage[] = [];
  for (let index = 0; index < count; index += 1) {
    const image = await file.getImage(index);
    const isMask = (Number(image.fileDirectory.getValue('NewSubfileType') ?? 0) & 4) !== 0;
    if (!isMask) images.push(image);
  }
  const [first, ...rest] = images;
  if (!first) throw unreadable();
  return [first, ...rest];
}

/** More than this is not fetched for a first view. */
const maxFirstPixels = 20_000_000;

async function factsOf(image: GeoTIFFImage, smallest: GeoTIFFImage): Promise<GeoTiffFacts> {
  if (smallest.getWidth() * smallest.getHeight() > maxFirstPixels) throw tooLarge();
  const samples = image.getSamplesPerPixel();
  const extra: ArrayLike<number> | undefined = image.fileDirectory.getValue('ExtraSamples');
  // 1 and 2 are opacity; 0, as of near infrared, is not (TIFF 6.0, ExtraSamples).
  const hasOpacity = extra !== undefined && (extra[extra.length - 1] ?? 0) > 0;
  const colours = await coloursOf(image);
  const probe = await probeOf(smallest);
  const bandCount = probe.bands.length - (hasOpacity ? 1 : 0);
  const kind = kindOf(image, { bands: bandCount, isPalette: colours.length > 0 });
  const metresPerUnit = heightUnits[image.getGeoKeys()?.['VerticalUnitsGeoKey' as never] ?? 0] ?? 1;
  const nodata = image.getGDALNoData();
  const isGround = (value: number) => value !== nodata && isHeight(value * metresPerUnit);
  const ranges = probe.bands.map((band) => {
    const ground = kind === 'elevation' ? rangeOf(band, isGround) : none;
    return ground[0] > ground[1] ? rangeOf(band, (value) => value !== nodata) : ground;
  });
  const shown = hasOpacity ? ranges.slice(0, -1) : ranges;
  const isTransparent = hasOpacity && (ranges.at(-1)?.[1] ?? 0) <= 0;
  if (probe.isWhole && (isTransparent || shown.every(([min, max]) => min > max))) throw empty();
  return {
    kind,
    samples,
    hasOpacity,
    ranges,
    colours,
    metresPerUnit,
  };
}

/** Beyond it lies no ground on earth, in metres: at its edges a small version holds means of heights and of what stands for nothing. */
const isHeight = (metres: number) => metres > -500 && metres < 9_000;

/** International feet and those of the US survey, by their EPSG numbers. */
const heightUnits: Record<number, number> = { 9002: 0.3048, 9003: 1200 / 3937 };

/** SampleFormat: 1 counts, 2 counts below zero as well, 3 has fractions. */
function kindOf(image: GeoTIFFImage, { bands, isPalette }: { bands: number; isPalette: boolean }): MapKind {
  if (isPalette) return 'palette';
  const format = image.getSampleFormat();
  const bits = image.getBitsPerSample();
  if (bands === 1 && (format === 3 || (format === 2 && bits > 8))) return 'elevation';
  return bits > 8 ? 'values' : 'picture';
}

async function coloursOf(image: GeoTIFFImage): Promise<string[]> {
  const { fileDirectory } = image;
  if (fileDirectory.getValue('PhotometricInterpretation') !== globals.photometricInterpretations.Palette) return [];
  const map: ArrayLike<number> = (await fileDirectory.loadValue('ColorMap')) ?? [];
  const count = map.length / 3;
  const byte = (value = 0) => Math.round(value / 257);
  return Array.from(
    { length: count },
    (_, index) => `rgb(${byte(map[index])}, ${byte(map[index + count])}, ${byte(map[index + 2 * count])})`,
  );
}

/** More than this is not read to look at it: then a part from the middle stands for it. */
const maxProbe = 4_000_000;

async function probeOf(image: GeoTIFFImage): Promise<{ bands: TypedArray[]; isWhole: boolean }> {
  const [width, height] = [image.getWidth(), image.getHeight()];
  const isWhole = width * height <= maxProbe;
  const [left, top] = [Math.floor(width / 2), Math.floor(height / 2)];
  const part = { window: [left, top, Math.min(width, left + 256), Math.min(height, top + 64)] };
  const bands = await image.readRasters(
    isWhole ? { width: Math.min(width, 512), height: Math.min(height, 512), interleave: false } : part,
  );
  return { bands: bands as TypedArray[], isWhole };
}

/** The least above the greatest. */
const none: readonly [min: number, max: number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** `none` where no finite number counts. */
function rangeOf(band: TypedArray, counts: (value: number) => boolean): readonly [min: number, max: number] {
  let [min, max] = none;
  for (const value of band) {
    if (!Number.isFinite(value) || !counts(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return [min, max];
}

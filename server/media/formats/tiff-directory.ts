// The directories of a TIFF file (TIFF 6.0 §2, BigTIFF among them): DNG, GeoTIFF and Exif are made of them.
import type { ReadAt } from './read-at.ts';

// What a TIFF is: a map that says where it lies, a camera's raw picture, or a picture as any other.
export type TiffKind = 'map' | 'raw' | 'picture';

const tags = { photometric: 262, subIfds: 330, dngVersion: 50_706 };
/** ModelPixelScale, ModelTransformation, GeoKeyDirectory: a map says by one of them where it lies. */
const georeference = [33_550, 34_264, 34_735];
/** The colours of a sensor's pixels, and what is linear to its light. */
const sensorKinds = [32_803, 34_892];

/** The directories beneath those of the file: previews, and the sensor's data. */
export async function withSubdirectories({ directories, directoryAt }: TiffFile): Promise<TiffDirectory[]> {
  const beneath = await Promise.all(
    directories.map(async (one) => Promise.all((await one.numbers(tags.subIfds)).slice(0, 16).map(directoryAt))),
  );
  return [...directories, ...beneath.flat()];
}

async function isSensorData(directory: TiffDirectory): Promise<boolean> {
  const [kind = 0] = await directory.numbers(tags.photometric);
  return sensorKinds.includes(kind) || directory.has(tags.dngVersion);
}

/** Canon writes so behind the header of a CR2. */
async function isCr2(read: ReadAt): Promise<boolean> {
  return (await read(8, 2)).toString('latin1') === 'CR';
}

/** null for what is no TIFF, or one of which nothing can be read. */
export async function readTiffKind(read: ReadAt): Promise<TiffKind | null> {
  const file = await readTiff(read);
  const first = file?.directories[0];
  if (!file || !first) return null;
  const all = await withSubdirectories(file).catch((): TiffDirectory[] => file.directories);
  if ((await isCr2(read)) || (await Promise.all(all.map(isSensorData))).includes(true)) return 'raw';
  return georeference.some((tag) => first.has(tag)) ? 'map' : 'picture';
}

type Format = { little: boolean; big: boolean };
/** `at`: where its values lie, or the values themselves; `from`: the same as an offset of the file. */
type Entry = { type: number; count: number; at: number | Buffer; from: number };
/** Where the values of a tag lie in the file. */
export type TiffPlace = { tag: number; from: number; to: number };

export type TiffDirectory = {
  has(tag: number): boolean;
  /** Type and count of a tag's values. */
  shape(tag: number): { type: number; count: number } | null;
  /** The values of a tag as they stand in the file, at most a megabyte. */
  bytes(tag: number): Promise<Buffer>;
  /** The numbers of a tag; none where it is missing or its values are no numbers. */
  numbers(tag: number): Promise<number[]>;
  /** All of them, as of maps of many tiles. */
  allNumbers(tag: number): Promise<number[]>;
  places: TiffPlace[];
  /** Where it lies itself. */
  range: { from: number; to: number };
};

/** `next`: where the directory after it lies, 0 for none. */
type Read = { directory: TiffDirectory; next: number };

export type TiffFile = {
  little: boolean;
  big: boolean;
  directories: TiffDirectory[];
  /** No directory is left that was not read. */
  isWhole: boolean;
  directoryAt(offset: number): Promise<TiffDirectory>;
};

const maxDirectories = 64;
const maxEntries = 4_096;
const maxValueBytes = 1_048_576;

const sizes: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
};

/** How many bytes one value of a type has; 0 for an unknown type. */
export function tiffTypeSize(type: number): number {
  return sizes[type] ?? 0;
}

function unsigned(bytes: Buffer, at: number, { size, little }: { size: number; little: boolean }): number {
  if (size === 8) return Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
  return little ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
}

function toNumbers(bytes: Buffer, type: number, little: boolean): number[] {
  const size = tiffTypeSize(type);
  if (![1, 3, 4, 12, 13, 16, 18].includes(type)) return [];
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => {
    if (type === 12) return little ? bytes.readDoubleLE(index * 8) : bytes.readDoubleBE(index * 8);
    return unsigned(bytes, index * size, { size, little });
  });
}

type Placed = { entries: ReadonlyMap<number, Entry>; range: TiffDirectory['range'] };

function toDirectory({ entries, range }: Placed, read: ReadAt, little: boolean): TiffDirectory {
  async function bytes(tag: number): Promise<Buffer> {
    const entry = entries.get(tag);
    if (!entry) return Buffer.alloc(0);
    const length = Math.min(entry.count * tiffTypeSize(entry.type), maxValueBytes);
    return typeof entry.at === 'number' ? read(entry.at, length) : entry.at.subarray(0, length);
  }
  async function allNumbers(tag: number): Promise<number[]> {
    const entry = entries.get(tag);
    if (!entry || typeof entry.at !== 'number') return toNumbers(await bytes(tag), entry?.type ?? 0, little);
    const end = entry.at + entry.count * tiffTypeSize(entry.type);
    const parts: number[][] = [];
    for (let at = entry.at; at < end; at += maxValueBytes) {
      const part = await read(at, Math.min(maxValueBytes, end - at));
      if (part.length === 0) break;
      parts.push(toNumbers(part, entry.type, little));
    }
    return parts.flat();
  }
  return {
    has: (tag) => entries.has(tag),
    shape: (tag) => entries.get(tag) ?? null,
    bytes,
    numbers: async (tag) => toNumbers(await bytes(tag), entries.get(tag)?.type ?? 0, little),
    allNumbers,
    range,
    places: Array.from(entries, ([tag, { type, count, from }]) => ({
      tag,
      from,
      to: from + count * tiffTypeSize(type),
    })),
  };
}

async function readDirectory(read: ReadAt, offset: number, { little, big }: Format): Promise<Read | null> {
  const [countSize, entrySize, valueSize] = big ? [8, 20, 8] : [2, 12, 4];
  const head = await read(offset, countSize);
  if (head.length < countSize) return null;
  const count = unsigned(head, 0, { size: countSize, little });
  if (count === 0 || count > maxEntries) return null;
  const body = await read(offset + countSize, count * entrySize + valueSize);
  if (body.length < count * entrySize) return null;
  const entries = new Map<number, Entry>();
  for (let at = 0; at < count * entrySize; at += entrySize) {
    const [tag, type] = [unsigned(body, at, { size: 2, little }), unsigned(body, at + 2, { size: 2, little })];
    const values = unsigned(body, at + 4, { size: valueSize, little });
    const field = body.subarray(at + entrySize - valueSize, at + entrySize);
    const isInline = values * tiffTypeSize(type) <= valueSize;
    const from = isInline
      ? offset + countSize + at + entrySize - valueSize
      : unsigned(field, 0, { size: valueSize, little });
    entries.set(tag, { type, count: values, at: isInline ? field : from, from });
  }
  const hasNext = body.length >= count * entrySize + valueSize;
  const next = hasNext ? unsigned(body, count * entrySize, { size: valueSize, little }) : 0;
  const range = { from: offset, to: offset + countSize + count * entrySize + valueSize };
  return { directory: toDirectory({ entries, range }, read, little), next };
}

function formatOf(head: Buffer): (Format & { first: number }) | null {
  const order = head.toString('latin1', 0, 2);
  if (head.length < 8 || (order !== 'II' && order !== 'MM')) return null;
  const little = order === 'II';
  const version = unsigned(head, 2, { size: 2, little });
  if (version === 42) return { little, big: false, first: unsigned(head, 4, { size: 4, little }) };
  if (version !== 43 || head.length < 16) return null;
  return { little, big: true, first: unsigned(head, 8, { size: 8, little }) };
}

/** The directories of a file, one after the other; null for what is no TIFF or has none that can be read. */
export async function readTiff(read: ReadAt): Promise<TiffFile | null> {
  const format = formatOf(await read(0, 16));
  if (!format) return null;
  const directories: TiffDirectory[] = [];
  const seen = new Set<number>();
  let at = format.first;
  while (at > 0 && !seen.has(at) && directories.length < maxDirectories) {
    seen.add(at);
    const found = await readDirectory(read, at, format);
    if (!found) break;
    directories.push(found.directory);
    at = found.next;
  }
  if (directories.length === 0) return null;
  return {
    ...format,
    directories,
    isWhole: at === 0 || seen.has(at),
    async directoryAt(offset) {
      const found = await readDirectory(read, offset, format);
      if (!found) throw new RangeError('There is no directory at this offset');
      return found.directory;
    },
  };
}

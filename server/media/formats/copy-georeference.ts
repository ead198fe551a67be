// Copies the georeference of one TIFF to another: its tags join the first directory, and all directories are rewritten at the file's end.
import { open } from 'node:fs/promises';
import { partsOf, type ReadAt } from './read-at.ts';
import { readTiff, tiffTypeSize } from './tiff-directory.ts';

const nodataTag = 42_113;
/** ModelPixelScale, ModelTiepoint, ModelTransformation, the three of GeoKeys, and GDAL's metadata and nodata. */
const geoTags = [33_550, 33_922, 34_264, 34_735, 34_736, 34_737, 42_112, nodataTag];

type Value = { tag: number; type: number; count: number; bytes: Buffer };

/** The values as a little-endian file stores them. */
function inLittleEndian(bytes: Buffer, size: number): Buffer {
  const swapped = Buffer.from(bytes);
  if (size === 2) return swapped.swap16();
  if (size === 4) return swapped.swap32();
  return size === 8 ? swapped.swap64() : swapped;
}

async function readGeoreference(read: ReadAt): Promise<Value[]> {
  const file = await readTiff(read);
  const first = file?.directories[0];
  if (!file || !first) return [];
  const found = geoTags.map(async (tag) => {
    const shape = first.shape(tag);
    if (!shape) return [];
    const bytes = await first.bytes(tag);
    return [{ tag, ...shape, bytes: file.little ? bytes : inLittleEndian(bytes, tiffTypeSize(shape.type)) }];
  });
  return (await Promise.all(found)).flat();
}

/** Sizes of the parts of a directory: its count, an entry, and a value or offset. */
const classic = { count: 2, entry: 12, value: 4 };
const large = { count: 8, entry: 20, value: 8 };
type Sizes = typeof classic;

function writeNumber(bytes: Buffer, value: number, { at, size }: { at: number; size: number }): void {
  if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at);
  else bytes.writeUIntLE(value, at, size);
}

/** `kept`: an entry as it is in the file; else its values, which are stored elsewhere in it. */
type Entry = { tag: number; kept: Buffer } | Value;

function toEntry({ tag, type, count, bytes }: Value, offset: number, { entry, value }: Sizes): Buffer {
  const made = Buffer.alloc(entry);
  made.writeUInt16LE(tag, 0);
  made.writeUInt16LE(type, 2);
  writeNumber(made, count, { at: 4, size: value });
  if (bytes.length <= value) bytes.copy(made, 4 + value);
  else writeNumber(made, offset, { at: 4 + value, size: value });
  return made;
}

function numberIn(bytes: Buffer, at: number, size: number): number {
  return size === 8 ? Number(bytes.readBigUInt64LE(at)) : bytes.readUIntLE(at, size);
}

/** Longer values, such as the tile offsets of a large level, stay where they are. */
const maxGathered = 4_096;

async function readEntry(kept: Buffer, read: ReadAt, { value }: Sizes): Promise<Entry> {
  const [tag, type, count] = [kept.readUInt16LE(0), kept.readUInt16LE(2), numberIn(kept, 4, value)];
  const length = count * tiffTypeSize(type);
  if (length <= value || length > maxGathered) return { tag, kept };
  return { tag, type, count, bytes: await read(numberIn(kept, 4 + value, value), length) };
}

async function readEntries(read: ReadAt, first: number, sizes: Sizes): Promise<Entry[][]> {
  const directories: Entry[][] = [];
  for (let offset = first; offset > 0; ) {
    const count = numberIn(await read(offset, sizes.count), 0, sizes.count);
    const body = await read(offset + sizes.count, count * sizes.entry + sizes.value);
    const raw = Array.from({ length: count }, (_, index) =>
      body.subarray(index * sizes.entry, (index + 1) * sizes.entry),
    );
    directories.push(await Promise.all(raw.map((entry) => readEntry(entry, read, sizes))));
    offset = numberIn(body, count * sizes.entry, sizes.value);
  }
  return directories;
}

function toDirectory(entries: Entry[], offset: number, options: { sizes: Sizes; isLast: boolean }): Buffer {
  const { sizes, isLast } = options;
  const table = sizes.count + entries.length * sizes.entry + sizes.value;
  const behind: Buffer[] = [Buffer.alloc(-table & 7)];
  let at = offset + table + (-table & 7);
  const written = entries.map((entry) => {
    if ('kept' in entry) return entry.kept;
    const made = toEntry(entry, at, sizes);
    if (entry.bytes.length > sizes.value) {
      const padded = Buffer.concat([entry.bytes, Buffer.alloc(-entry.bytes.length & 7)]);
      behind.push(padded);
      at += padded.length;
    }
    return made;
  });
  const [total, next] = [Buffer.alloc(sizes.count), Buffer.alloc(sizes.value)];
  writeNumber(total, entries.length, { at: 0, size: sizes.count });
  writeNumber(next, isLast ? 0 : at, { at: 0, size: sizes.value });
  return Buffer.concat([total, ...written, next, ...behind]);
}

/**
 * `to` is a little-endian file, as our own encoder writes them. All its directories are moved together, so that a browser reads them with
 * one request instead of several. `nodata`: the levels that get the nodata value.
 */
export async function copyGeoreference(
  from: string,
  to: string,
  { nodata = 'first' }: { nodata?: 'first' | 'everywhere' | 'none' } = {},
): Promise<void> {
  const [source, target] = [await open(from, 'r'), await open(to, 'r+')];
  try {
    const read = partsOf(target);
    const head = await read(0, 16);
    const isLarge = head.readUInt16LE(2) === 43;
    const sizes = isLarge ? large : classic;
    const pointer = isLarge ? 8 : 4;
    const [first = [], ...levels] = await readEntries(read, numberIn(head, pointer, sizes.value), sizes);
    const found = await readGeoreference(partsOf(source));
    const copied = found.filter(({ tag }) => tag !== nodataTag);
    const nothing = found.filter(({ tag }) => tag === nodataTag);
    const inOrder = (entries: Entry[]) => entries.sort((a, b) => a.tag - b.tag);
    const placed = inOrder([...first, ...copied, ...(nodata === 'none' ? [] : nothing)]);
    const smaller = levels.map((level) => inOrder([...level, ...(nodata === 'everywhere' ? nothing : [])]));
    const { size } = await target.stat();
    const start = Math.ceil(size / 16) * 16;
    let gathered = Buffer.alloc(0);
    for (const [index, entries] of [placed, ...smaller].entries()) {
      const options = { sizes, isLast: index === smaller.length };
      gathered = Buffer.concat([gathered, toDirectory(entries, start + gathered.length, options)]);
    }
    await target.write(gathered, 0, gathered.length, start);
    const place = Buffer.alloc(sizes.value);
    writeNumber(place, start, { at: 0, size: sizes.value });
    await target.write(place, 0, place.length, pointer);
  } finally {
    await source.close();
    await target.close();
  }
}

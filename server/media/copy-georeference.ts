// Puts the georeference of one TIFF into another: its tags are added to the first directory, which is written anew at the end of the file.
import { open } from 'node:fs/promises';
import { partsOf, type ReadAt } from './read-at.ts';
import { readTiff, tiffTypeSize } from './tiff-directory.ts';

/** ModelPixelScale, ModelTiepoint, ModelTransformation, the three of GeoKeys, and GDAL's metadata and nodata. */
const geoTags = [33_550, 33_922, 34_264, 34_735, 34_736, 34_737, 42_112, 42_113];

type Value = { tag: number; type: number; count: number; bytes: Buffer };

/** The values as a little-endian file holds them. */
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

function toEntry({ tag, type, count, bytes }: Value, offset: number, { entry, value }: Sizes): Buffer {
  const made = Buffer.alloc(entry);
  made.writeUInt16LE(tag, 0);
  made.writeUInt16LE(type, 2);
  writeNumber(made, count, { at: 4, size: value });
  if (bytes.length <= value) bytes.copy(made, 4 + value);
  else writeNumber(made, offset, { at: 4 + value, size: value });
  return made;
}

/** `to` is a little-endian file, as our own encoder writes them. */
export async function copyGeoreference(from: string, to: string): Promise<void> {
  const [source, target] = [await open(from, 'r'), await open(to, 'r+')];
  try {
    const values = await readGeoreference(partsOf(source));
    const read = partsOf(target);
    const head = await read(0, 16);
    const isLarge = head.readUInt16LE(2) === 43;
    const sizes = isLarge ? large : classic;
    const pointer = isLarge ? 8 : 4;
    const numberIn = (bytes: Buffer, at: number, size: number) =>
      size === 8 ? Number(bytes.readBigUInt64LE(at)) : bytes.readUIntLE(at, size);
    const first = numberIn(head, pointer, sizes.value);
    const count = numberIn(await read(first, sizes.count), 0, sizes.count);
    const old = await read(first + sizes.count, count * sizes.entry + sizes.value);
    const kept = Array.from({ length: count }, (_, index) =>
      old.subarray(index * sizes.entry, (index + 1) * sizes.entry),
    );
    const { size } = await target.stat();
    const start = Math.ceil(size / 16) * 16;
    let at = start;
    const parts: Buffer[] = [];
    const added = values.map((value) => {
      const entry = toEntry(value, at, sizes);
      const padded = Buffer.concat([value.bytes, Buffer.alloc((8 - (value.bytes.length % 8)) % 8)]);
      if (value.bytes.length > sizes.value) {
        parts.push(padded);
        at += padded.length;
      }
      return entry;
    });
    const entries = [...kept, ...added].sort((a, b) => a.readUInt16LE(0) - b.readUInt16LE(0));
    const total = Buffer.alloc(sizes.count);
    writeNumber(total, entries.length, { at: 0, size: sizes.count });
    const directory = Buffer.concat([...parts, total, ...entries, old.subarray(count * sizes.entry)]);
    await target.write(directory, 0, directory.length, start);
    const found = Buffer.alloc(sizes.value);
    writeNumber(found, at, { at: 0, size: sizes.value });
    await target.write(found, 0, found.length, pointer);
  } finally {
    await source.close();
    await target.close();
  }
}

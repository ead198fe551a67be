// Turns a tiled pyramid TIFF into a georeferenced one with its directories first, so that it can be read by ranges.

/** One entry of a directory: tag, type, number of values, and their bytes. */
interface Entry {
  tag: number;
  type: number;
  count: number;
  bytes: Buffer;
}

/** Where the picture lies: EPSG code of a projected system, metres per pixel, and the outer corner of its first pixel. */
export interface Georeference {
  epsg: number;
  metresPerPixel: number;
  west: number;
  north: number;
}

const SIZE: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8 };
const SUBFILE = 254;
const TILE_OFFSETS = 324;
const TILE_BYTES = 325;

/** The directories of a little-endian classic TIFF, in file order. Throws on any other file. */
export function readDirectories(file: Buffer): Entry[][] {
  if (file.toString('latin1', 0, 2) !== 'II' || file.readUInt16LE(2) !== 42)
    throw new Error('Not a little-endian TIFF');
  const list: Entry[][] = [];
  for (let at = file.readUInt32LE(4); at !== 0; ) {
    const n = file.readUInt16LE(at);
    const entries: Entry[] = [];
    for (let i = 0; i < n; i++) {
      const e = at + 2 + i * 12;
      const [tag, type, count] = [file.readUInt16LE(e), file.readUInt16LE(e + 2), file.readUInt32LE(e + 4)];
      const long = (SIZE[type] ?? 1) * count;
      const from = long <= 4 ? e + 8 : file.readUInt32LE(e + 8);
      entries.push({ tag, type, count, bytes: Buffer.from(file.subarray(from, from + long)) });
    }
    list.push(entries);
    at = file.readUInt32LE(at + 2 + n * 12);
  }
  return list;
}

/** The numbers of an entry (shorts, longs or doubles). */
export function numbers(entry: Entry): number[] {
  const read = { 3: 'readUInt16LE', 4: 'readUInt32LE', 12: 'readDoubleLE' } as const;
  const how = read[entry.type as 3 | 4 | 12];
  return Array.from({ length: entry.count }, (_, i) => entry.bytes[how](i * (SIZE[entry.type] ?? 1)));
}

function longs(tag: number, values: readonly number[]): Entry {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, i * 4);
  return { tag, type: 4, count: values.length, bytes };
}

function shorts(tag: number, values: readonly number[]): Entry {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, i * 2);
  return { tag, type: 3, count: values.length, bytes };
}

function doubles(tag: number, values: readonly number[]): Entry {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [i, value] of values.entries()) bytes.writeDoubleLE(value, i * 8);
  return { tag, type: 12, count: values.length, bytes };
}

/** Scale, tie point and keys: a projected system in metres, each pixel an area. */
function geoTags(where: Georeference): Entry[] {
  const { metresPerPixel: m } = where;
  const keys = [1, 1, 0, 4, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, where.epsg, 3076, 0, 1, 9001];
  return [doubles(33550, [m, m, 0]), doubles(33922, [0, 0, 0, where.west, where.north, 0]), shorts(34735, keys)];
}

function find(entries: readonly Entry[], tag: number): Entry {
  const entry = entries.find((it) => it.tag === tag);
  if (entry === undefined) throw new Error(`The TIFF has no tag ${tag}`);
  return entry;
}

const even = (n: number) => n + (n % 2);
const roomFor = (entries: readonly Entry[]) =>
  6 + entries.length * 12 + entries.reduce((sum, e) => sum + (e.bytes.length > 4 ? even(e.bytes.length) : 0), 0);

/** Writes a directory at `at`: entries, then the values that do not fit into them. */
function writeDirectory(out: Buffer, entries: readonly Entry[], at: number, next: number): void {
  out.writeUInt16LE(entries.length, at);
  let spill = at + 6 + entries.length * 12;
  entries.forEach((entry, i) => {
    const e = at + 2 + i * 12;
    out.writeUInt16LE(entry.tag, e);
    out.writeUInt16LE(entry.type, e + 2);
    out.writeUInt32LE(entry.count, e + 4);
    if (entry.bytes.length <= 4) entry.bytes.copy(out, e + 8);
    else {
      out.writeUInt32LE(spill, e + 8);
      entry.bytes.copy(out, spill);
      spill += even(entry.bytes.length);
    }
  });
  out.writeUInt32LE(next, at + 2 + entries.length * 12);
}

/**
 * Rewrites a tiled pyramid TIFF as a Cloud Optimized GeoTIFF: all directories at the front, then the tiles of the
 * overviews from coarse to fine, then those of the picture itself.
 */
export function georeferenced(file: Buffer, where: Georeference): Buffer {
  const levels = readDirectories(file).map((entries, level) => {
    const kept = entries.filter((e) => e.tag !== SUBFILE && e.tag !== TILE_OFFSETS && e.tag !== TILE_BYTES);
    const from = numbers(find(entries, TILE_OFFSETS));
    const long = numbers(find(entries, TILE_BYTES));
    const tiles = from.map((at, i) => file.subarray(at, at + long[i]!));
    const own = [longs(SUBFILE, [level === 0 ? 0 : 1]), longs(TILE_OFFSETS, from), longs(TILE_BYTES, long)];
    return { tiles, entries: [...kept, ...own, ...(level === 0 ? geoTags(where) : [])].sort((a, b) => a.tag - b.tag) };
  });
  let end = 8 + levels.reduce((sum, level) => sum + roomFor(level.entries), 0);
  for (const level of levels.toReversed()) {
    const at = level.tiles.map((tile) => {
      const start = end;
      end += even(tile.length);
      return start;
    });
    find(level.entries, TILE_OFFSETS).bytes = longs(TILE_OFFSETS, at).bytes;
  }
  const out = Buffer.alloc(end);
  out.write('II', 0, 'latin1');
  out.writeUInt16LE(42, 2);
  out.writeUInt32LE(8, 4);
  let at = 8;
  levels.forEach(({ entries, tiles }, i) => {
    const next = at + roomFor(entries);
    writeDirectory(out, entries, at, i === levels.length - 1 ? 0 : next);
    for (const [k, start] of numbers(find(entries, TILE_OFFSETS)).entries()) tiles[k]!.copy(out, start);
    at = next;
  });
  return out;
}

// Reads what is in a ZIP by its central directory, with sizes above 4 GB too, and where the sums of each entry stand (APPNOTE 6.3).
import type { Range, ReadAt } from '#server/media/formats/read-at.ts';

/** `sums`: where its CRC-32 stands. `fields`: of its two headers, and its comment, where they are blanked. */
export type ZipPart = {
  name: string;
  method: number;
  isLocked: boolean;
  sum: number;
  packed: Range;
  bytes: number;
  sums: number[];
  fields: Range[];
};
type Directory = { entries: number; at: number; end: number };
/** `kept`: bytes that belong to the archive; between them lies what it does not name. */
export type ZipDirectory = { parts: ZipPart[]; kept: Range[]; comment: Range };

const [endBytes, longestComment] = [22, 65_535];
const headBytes = 46;
const localBytes = 30;
const maxEntries = 100_000;
const maxDirectoryBytes = 64 * 1024 * 1024;
const [signatureOfEnd, signatureOfEntry, signatureOfLocal] = [0x06054b50, 0x02014b50, 0x04034b50];
const signatureOfSums = 0x08074b50;
const unknown = 0xffffffff;

/** Where it ends; null where it is no ZIP. */
async function endOf(read: ReadAt, bytes: number): Promise<number | null> {
  const from = Math.max(0, bytes - endBytes - longestComment);
  const tail = await read(from, bytes - from);
  for (let at = tail.length - endBytes; at >= 0; at--)
    if (tail[at] === 0x50 && tail.readUInt32LE(at) === signatureOfEnd) return from + at;
  return null;
}

async function directoryAt(read: ReadAt, end: number): Promise<Directory> {
  const head = await read(end, endBytes);
  const plain = { entries: head.readUInt16LE(10), at: head.readUInt32LE(16), end };
  if (plain.entries !== 0xffff && plain.at !== unknown) return plain;
  const locator = await read(end - 20, 20);
  if (locator.readUInt32LE(0) !== 0x07064b50) return plain;
  const long = Number(locator.readBigUInt64LE(8));
  const record = await read(long, 56);
  return { entries: Number(record.readBigUInt64LE(32)), at: Number(record.readBigUInt64LE(48)), end: long };
}

/** The sizes and the place that do not fit into the entry itself, in this order where they are asked for. */
function longNumbers(extra: Buffer): bigint[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const values = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    return Array.from({ length: Math.floor(values.length / 8) }, (_, nth) => values.readBigUInt64LE(nth * 8));
  }
  return [];
}

/** Times, sizes and names in Unicode stay; what else programs note about whoever packed it does not. */
const keptFields = [0x0001, 0x000a, 0x5455, 0x5855, 0x7075, 0x7875];

/** The values of fields that are blanked. */
function fieldsOf(extra: Buffer, start: number): Range[] {
  const found: Range[] = [];
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = Math.min(extra.length, at + 4 + extra.readUInt16LE(at + 2));
    if (!keptFields.includes(extra.readUInt16LE(at))) found.push({ from: start + at + 4, to: start + end });
    at = end;
  }
  return found;
}

type Entry = Omit<ZipPart, 'packed'> & { local: number; packedBytes: number; length: number; flags: number };

function entryAt(directory: Buffer, at: number, start: number): Entry {
  if (directory.readUInt32LE(at) !== signatureOfEntry) throw new RangeError('This ZIP is broken');
  const [name, extra, comment] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset)) as [
    number,
    number,
    number,
  ];
  const flags = directory.readUInt16LE(at + 8);
  const behindName = at + headBytes + name;
  const fields = directory.subarray(behindName, behindName + extra);
  const long = longNumbers(fields);
  const size = (offset: number) => {
    const short = directory.readUInt32LE(at + offset);
    return short === unknown ? Number(long.shift() ?? unknown) : short;
  };
  const [bytes, packedBytes, local] = [size(24), size(20), size(42)];
  const behind = start + behindName + extra;
  return {
    name: directory.toString('utf8', at + headBytes, behindName),
    method: directory.readUInt16LE(at + 10),
    isLocked: (flags & 0x2041) !== 0,
    sum: directory.readUInt32LE(at + 16),
    bytes,
    packedBytes,
    local,
    flags,
    sums: [start + at + 16],
    fields: [...fieldsOf(fields, start + behindName), { from: behind, to: behind + comment }],
    length: headBytes + name + extra + comment,
  };
}

/** With its bytes, which its own head stands before; behind them its sums where that head does not know them. */
async function withBytes(read: ReadAt, entry: Entry): Promise<{ part: ZipPart; kept: Range }> {
  const { local, packedBytes, flags, length: _, ...part } = entry;
  const head = await read(local, localBytes);
  if (head.readUInt32LE(0) !== signatureOfLocal) throw new RangeError('This ZIP is broken');
  const [name, extra] = [head.readUInt16LE(26), head.readUInt16LE(28)];
  const from = local + localBytes + name + extra;
  const to = from + packedBytes;
  const fields = [...part.fields, ...fieldsOf(await read(from - extra, extra), from - extra)];
  if ((flags & 8) === 0)
    return {
      part: { ...part, fields, packed: { from, to }, sums: [...part.sums, local + 14] },
      kept: { from: local, to },
    };
  const behind = await read(to, 24);
  const at = behind.length >= 4 && behind.readUInt32LE(0) === signatureOfSums ? 4 : 0;
  if (behind.length < at + 12 || behind.readUInt32LE(at) !== part.sum) throw new RangeError('This ZIP is broken');
  const isLong =
    at + 20 <= behind.length &&
    Number(behind.readBigUInt64LE(at + 4)) === packedBytes &&
    Number(behind.readBigUInt64LE(at + 12)) === part.bytes;
  const end = to + at + (isLong ? 20 : 12);
  return {
    part: { ...part, fields, packed: { from, to }, sums: [...part.sums, to + at] },
    kept: { from: local, to: end },
  };
}

/** null where it is no ZIP; throws a RangeError where it is a broken one. */
export async function readZipDirectory(read: ReadAt, bytes: number): Promise<ZipDirectory | null> {
  const end = await endOf(read, bytes);
  if (end === null) return null;
  const found = await directoryAt(read, end);
  const size = found.end - found.at;
  if (found.entries > maxEntries || size < 0 || size > maxDirectoryBytes) throw new RangeError('This ZIP is broken');
  const directory = await read(found.at, size);
  const parts: ZipPart[] = [];
  const kept: Range[] = [{ from: found.at, to: end + endBytes }];
  for (let at = 0, nth = 0; nth < found.entries; nth++) {
    const entry = entryAt(directory, at, found.at);
    const { part, kept: own } = await withBytes(read, entry);
    parts.push(part);
    kept.push(own);
    at += entry.length;
  }
  return { parts, kept, comment: { from: end + endBytes, to: bytes } };
}

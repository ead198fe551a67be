// A ZIP whose every byte is known beforehand: entries are stored as they are, with their sums, so that it can be sent from any byte on.
import { crc32 } from 'node:zlib';

/** `crc`: CRC-32 of its bytes. `at`: its time, as it is written for everybody, in UTC. */
export type StoredEntry = { name: string; bytes: number; crc: number; at: Date };

/** `offset`: of its header. */
type Placed = StoredEntry & { offset: number; title: Buffer };
export type StoredZip = { entries: readonly Placed[]; directoryAt: number; directoryBytes: number; bytes: number };

const most32 = 0xffff_ffff;
const most16 = 0xffff;
const utf8Name = 0x0800;
/** Of a plain file that everybody may read, on Unix. */
const mode = 0o100644 * 0x1_0000;
const headerBytes = 30;
const directoryEntryBytes = 46;

const isLarge = ({ bytes }: Pick<StoredEntry, 'bytes'>) => bytes >= most32;

/** ZIP64 fields of a local header: both sizes; of the directory: those that have no room. */
const localExtra = (entry: StoredEntry) => (isLarge(entry) ? 20 : 0);
function directoryExtra({ bytes, offset }: Pick<Placed, 'bytes' | 'offset'>): number {
  const fields = (bytes >= most32 ? 16 : 0) + (offset >= most32 ? 8 : 0);
  return fields === 0 ? 0 : fields + 4;
}

/** MS-DOS knows two-second steps, from 1980 on. */
function dosTime(at: Date): { time: number; date: number } {
  const year = Math.min(2107, Math.max(1980, at.getUTCFullYear()));
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

function zip64Field(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(values.length * 8, 2);
  for (const [nth, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + nth * 8);
  return field;
}

/** What a local header and an entry of the directory have in common, from the version on. */
function writeShared(to: Buffer, entry: Placed, { at, extra }: { at: number; extra: number }): void {
  const { time, date } = dosTime(entry.at);
  const size = Math.min(entry.bytes, most32);
  to.writeUInt16LE(extra > 0 ? 45 : 20, at);
  to.writeUInt16LE(utf8Name, at + 2);
  to.writeUInt16LE(time, at + 6);
  to.writeUInt16LE(date, at + 8);
  to.writeUInt32LE(entry.crc >>> 0, at + 10);
  to.writeUInt32LE(size, at + 14);
  to.writeUInt32LE(size, at + 18);
  to.writeUInt16LE(entry.title.length, at + 22);
  to.writeUInt16LE(extra, at + 24);
}

function localHeader(entry: Placed): Buffer {
  const fixed = Buffer.alloc(headerBytes);
  fixed.writeUInt32LE(0x0403_4b50, 0);
  writeShared(fixed, entry, { at: 4, extra: localExtra(entry) });
  return Buffer.concat([fixed, entry.title, zip64Field(isLarge(entry) ? [entry.bytes, entry.bytes] : [])]);
}

function directoryEntry(entry: Placed): Buffer {
  const { bytes, offset, title } = entry;
  const fixed = Buffer.alloc(directoryEntryBytes);
  fixed.writeUInt32LE(0x0201_4b50, 0);
  fixed.writeUInt16LE((3 << 8) | 45, 4);
  writeShared(fixed, entry, { at: 6, extra: directoryExtra(entry) });
  fixed.writeUInt32LE(mode, 38);
  fixed.writeUInt32LE(Math.min(offset, most32), 42);
  const large = [...(bytes >= most32 ? [bytes, bytes] : []), ...(offset >= most32 ? [offset] : [])];
  return Buffer.concat([fixed, title, zip64Field(large)]);
}

/** The end of the directory, in ZIP64 only where an older one has no room. */
function endOf({ entries, directoryAt, directoryBytes }: Omit<StoredZip, 'bytes'>): Buffer {
  const count = entries.length;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, most16), 8);
  end.writeUInt16LE(Math.min(count, most16), 10);
  end.writeUInt32LE(Math.min(directoryBytes, most32), 12);
  end.writeUInt32LE(Math.min(directoryAt, most32), 16);
  if (count < most16 && directoryBytes < most32 && directoryAt < most32) return end;
  const large = Buffer.alloc(76);
  large.writeUInt32LE(0x0606_4b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE((3 << 8) | 45, 12);
  large.writeUInt16LE(45, 14);
  for (const [at, value] of [
    [24, count],
    [32, count],
    [40, directoryBytes],
    [48, directoryAt],
  ] as const)
    large.writeBigUInt64LE(BigInt(value), at);
  large.writeUInt32LE(0x0706_4b50, 56);
  large.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 64);
  large.writeUInt32LE(1, 72);
  return Buffer.concat([large, end]);
}

/** Where each byte of an archive of these entries lies. */
export function layoutZip(entries: readonly StoredEntry[]): StoredZip {
  let at = 0;
  let directoryBytes = 0;
  const placed = entries.map((entry): Placed => {
    const one = { ...entry, offset: at, title: Buffer.from(entry.name) };
    at += headerBytes + one.title.length + localExtra(one) + one.bytes;
    directoryBytes += directoryEntryBytes + one.title.length + directoryExtra(one);
    return one;
  });
  const zip = { entries: placed, directoryAt: at, directoryBytes };
  return { ...zip, bytes: at + directoryBytes + endOf(zip).length };
}

/** The bytes of the entry at this place from `from` on. */
export type OpenEntry = (nth: number, from: number) => AsyncIterable<Buffer> | Promise<AsyncIterable<Buffer>>;

/** A source gave other bytes than those that the archive was laid out for. */
export class ChangedEntry extends Error {
  constructor(name: string) {
    super(`Other bytes than those that were planned: ${name}`);
  }
}

type Part = { first: number; last: number };

/** Ends with an error where other bytes come than those that were planned; where it is read whole by its sum too. */
async function* entryBytes(entry: Placed, { first, last }: Part, open: (from: number) => ReturnType<OpenEntry>) {
  const isWhole = first === 0 && last === entry.bytes - 1;
  let sum = 0;
  let at = first;
  for await (const chunk of await open(first)) {
    if (at + chunk.length > entry.bytes) throw new ChangedEntry(entry.name);
    const part = chunk.subarray(0, last + 1 - at);
    at += part.length;
    if (isWhole) sum = crc32(part, sum);
    // The end is held back until the sum is known to be right: a browser shall not take it for whole.
    if (isWhole && at > last && sum !== entry.crc) throw new ChangedEntry(entry.name);
    if (part.length > 0) yield part;
    if (part.length < chunk.length) return;
  }
  if (at <= last) throw new ChangedEntry(entry.name);
}

/** The last entry whose header begins at this byte or before. */
function entryAt({ entries }: StoredZip, byte: number): number {
  let [low, high] = [0, entries.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((entries[middle] as Placed).offset <= byte) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What of bytes that lie at `at` is within the part. */
const within = (bytes: Buffer, at: number, { first, last }: Part) =>
  bytes.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at));

/** The bytes of an archive from the first to the last, both included; of the entries before them nothing is read. */
export async function* zipBytes(zip: StoredZip, part: Part, open: OpenEntry): AsyncGenerator<Buffer> {
  const { first, last } = part;
  const { entries, directoryAt } = zip;
  if (first < directoryAt)
    for (let nth = entryAt(zip, first); nth < entries.length && (entries[nth] as Placed).offset <= last; nth++) {
      const entry = entries[nth] as Placed;
      const header = localHeader(entry);
      const begins = entry.offset + header.length;
      const head = within(header, entry.offset, part);
      if (head.length > 0) yield head;
      const wanted = { first: Math.max(0, first - begins), last: Math.min(entry.bytes - 1, last - begins) };
      if (wanted.first <= wanted.last) yield* entryBytes(entry, wanted, (from) => open(nth, from));
    }
  if (last < directoryAt) return;
  let at = directoryAt;
  for (const entry of entries) {
    const one = directoryEntry(entry);
    const piece = within(one, at, part);
    at += one.length;
    if (piece.length > 0) yield piece;
  }
  const end = within(endOf(zip), at, part);
  if (end.length > 0) yield end;
}

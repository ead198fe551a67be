// JPEGs that are damaged: by what their decoder says, and what of one whose markers are broken can be read still.
import type { ReadAt } from './read-at.ts';

/** Many cameras leave some bytes between two parts of a whole picture. */
const mostPadding = 64;

/** `message`: the first that the decoder was not content with. */
export function isDamage(message: string): boolean {
  const [, extraneous] = /Corrupt JPEG data: (\d+) extraneous bytes/.exec(message) ?? [];
  if (extraneous !== undefined) return Number(extraneous) > mostPadding || /found marker/i.test(message);
  return /premature end|bad Huffman|found marker|corrupt JPEG|bogus|unsupported marker|two SO[IF] markers/i.test(
    message,
  );
}

const [filling, startOfScan, tables, endOfPicture] = [0xff, 0xda, 0xc4, 0xd9];
/** Between scans: quantization, number of lines, interval of restarts, comments, and what programs add. */
const others = (marker: number) => [0xdb, 0xdc, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);
const isWithinScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

/** Each table says how many codes it has of each length. */
function holdsTables(bytes: Buffer, at: number, end: number): boolean {
  let next = at;
  while (next + 17 <= end) {
    if ((bytes[next] ?? 0) > 0x1f || ((bytes[next] ?? 0) & 0x0f) > 3) return false;
    const codes = bytes.subarray(next + 1, next + 17).reduce((sum, count) => sum + count, 0);
    if (codes > 256) return false;
    next += 17 + codes;
  }
  return next === end;
}

/** How long the part is that begins with this marker; null where it cannot be one. */
function partLength(bytes: Buffer, at: number): number | null {
  const marker = bytes[at + 1] ?? 0;
  if (at + 4 > bytes.length) return null;
  const length = bytes.readUInt16BE(at + 2);
  const end = at + 2 + length;
  if (length < 2 || end > bytes.length) return null;
  if (marker === startOfScan) return length === 6 + 2 * (bytes[at + 4] ?? 0) ? length + 2 : null;
  if (marker === tables) return holdsTables(bytes, at + 4, end) ? length + 2 : null;
  return others(marker) ? length + 2 : null;
}

/** Where its first scan begins; the whole length where it has none. */
function firstScan(bytes: Buffer): number {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === filling && bytes[at + 1] !== startOfScan)
    at += bytes[at + 1] === filling ? 1 : 2 + bytes.readUInt16BE(at + 2);
  return Math.min(at, bytes.length);
}

/** Ended before the first marker that makes no sense: a decoder gives up there, also on what it has read. */
export function cutAtDamage(bytes: Buffer): Buffer {
  let at = firstScan(bytes);
  while (at < bytes.length) {
    const found = bytes.indexOf(filling, at);
    if (found === -1) return bytes;
    const marker = bytes[found + 1] ?? 0;
    if (isWithinScan(marker)) at = found + 2;
    else if (marker === filling) at = found + 1;
    else {
      const length = marker === endOfPicture ? null : partLength(bytes, found);
      if (length === null) return Buffer.concat([bytes.subarray(0, found), Buffer.from([filling, endOfPicture])]);
      at = found + length;
    }
  }
  return bytes;
}

/** As large as the blocks that cards and disks lose: they read as zeros, or as ones where they were erased. */
const holeBytes = 512;
const zeros = Buffer.alloc(holeBytes);
const ones = Buffer.alloc(holeBytes, filling);
const baseline = [0xc0, 0xc1];
const endMarker = Buffer.from([filling, endOfPicture]);

/** What a decoder reads out of zeros by each of these tables for what is not the mean of a block, by number: its first code is all zeros. */
function zerosRead(bytes: Buffer, at: number, end: number): [number: number, symbol: number][] {
  const found: [number, number][] = [];
  for (let next = at; next + 17 < end; ) {
    const kind = bytes[next] ?? 0;
    if (kind >= 0x10) found.push([kind & 0x0f, bytes[next + 17] ?? 0]);
    next += 17 + bytes.subarray(next + 1, next + 17).reduce((sum, count) => sum + count, 0);
  }
  return found;
}

/** By table what zeros are read as; null of a picture in several passes. */
function symbolsOfZeros(bytes: Buffer, scan: number): Map<number, number> | null {
  const symbols = new Map<number, number>();
  let isBaseline = false;
  for (let at = 2; at < scan; at += bytes[at + 1] === filling ? 1 : 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    isBaseline ||= baseline.includes(marker);
    if (marker !== tables) continue;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    for (const [number, symbol] of zerosRead(bytes, at + 4, end)) symbols.set(number, symbol);
  }
  return isBaseline ? symbols : null;
}

/**
 * Whether a part of a picture is nothing but ones, which its decoder may skip as filling, or nothing but zeros, which it reads as a pattern that no
 * camera sees: it is content with both. Where zeros are how its tables say that a block is even, and of pictures in several passes, nobody can tell.
 */
export async function holdsHole(read: ReadAt): Promise<boolean> {
  const head = await upToScan(read);
  const scan = firstScan(head);
  const brightness = (head[scan + 6] ?? 0) & 0x0f;
  const areZerosDamage = (symbolsOfZeros(head, scan)?.get(brightness) ?? 0) !== 0;
  return holdsAny(read, scan, areZerosDamage ? [ones, zeros] : [ones]);
}

const stepBytes = 262_144;
/** After its marker: what a scan says of itself before its picture. */
const scanHead = 16;

/** Its first bytes, with the beginning of its first scan where it has one. */
async function upToScan(read: ReadAt): Promise<Buffer> {
  for (let length = stepBytes; ; length *= 2) {
    const head = await read(0, length);
    if (head.length < length || firstScan(head) + scanHead <= length) return head;
  }
}

/** Before the picture ends; no more of it is held than a step. */
async function holdsAny(read: ReadAt, scan: number, holes: readonly Buffer[]): Promise<boolean> {
  let isFound = false;
  let before = Buffer.alloc(0);
  for (let at = scan; ; at += stepBytes) {
    const step = await read(at, stepBytes);
    const bytes = Buffer.concat([before, step]);
    const end = bytes.indexOf(endMarker);
    const picture = end < 0 ? bytes : bytes.subarray(0, end);
    isFound ||= holes.some((hole) => picture.includes(hole));
    if (end >= 0) return isFound;
    if (step.length < stepBytes) return false;
    before = bytes.subarray(1 - holeBytes);
  }
}

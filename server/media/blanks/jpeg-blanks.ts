// Which bytes of a JPEG may say where, by whom and with what it was taken: all that drawing it upright in its colours does not need.

import type { ReadAt } from '#server/media/formats/read-at.ts';
import { type Blank, gapsBetween, inOrder, shifted } from './blanks.ts';

// Which bytes of a colour profile no entry of its table points to.
const headBytes = 128;
const entryBytes = 12;
const maxEntries = 200;
/** Entries begin at a multiple of four. */
const fillBytes = 3;

/** All of it where it is no profile that can be read (ICC.1:2022). */
export function profileGaps(profile: Buffer): Blank[] {
  const count = profile.length < headBytes + 4 ? maxEntries + 1 : profile.readUInt32BE(headBytes);
  const table = headBytes + 4 + count * entryBytes;
  if (count > maxEntries || table > profile.length) return [{ from: 0, to: profile.length, as: 'zeros' }];
  const kept = [{ from: 0, to: table }];
  for (let at = headBytes + 4; at < table; at += entryBytes) {
    const from = profile.readUInt32BE(at + 4);
    kept.push({ from, to: from + profile.readUInt32BE(at + 8) });
  }
  return gapsBetween(kept, profile.length, fillBytes).map((gap) => ({ ...gap, as: 'zeros' }));
}

type Part = { marker: number; body: number; end: number };

const maxParts = 5_000;
const stepBytes = 262_144;
const orientation = 274;
const [startOfImage, endOfImage, startOfScan, adobe, comment] = [0xd8, 0xd9, 0xda, 0xee, 0xfe];
const adobeBytes = 12;
const profileHead = 'ICC_PROFILE\0';
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef;
const isBare = (marker: number) => marker === 1 || (marker >= 0xd0 && marker <= 0xd7);

/** Exif that says how the picture is turned, and nothing else. */
function exifOf(turned: number): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.write('Exif\0\0II*\0\x08\0\0\0\x01\0', 'latin1');
  bytes.writeUInt16LE(orientation, 16);
  bytes.writeUInt16LE(3, 18);
  bytes.writeUInt32LE(1, 20);
  bytes.writeUInt16LE(turned, 24);
  return bytes;
}

/** As the first directory of its Exif says; 1 where it does not. */
function turnOf(exif: Buffer): number {
  const tiff = exif.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let nth = 0, count = short(directory); nth < count; nth++) {
    const at = directory + 2 + nth * 12;
    if (short(at) === orientation) return short(at + 8);
  }
  return 1;
}

function blanksOfExif(exif: Buffer, { body, end }: Part): Blank[] {
  let turned = 1;
  try {
    turned = turnOf(exif);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const kept = exifOf(turned);
  if (turned < 2 || turned > 8 || end - body < kept.length) return [{ from: body, to: end, as: 'zeros' }];
  const behind = body + kept.length;
  return [
    { from: body, to: behind, as: kept },
    { from: behind, to: end, as: 'zeros' },
  ];
}

async function blanksOfPart(read: ReadAt, part: Part): Promise<Blank[]> {
  const { marker, body, end } = part;
  const all: Blank[] = [{ from: body, to: end, as: 'zeros' }];
  if (marker === comment) return all;
  if (!isApplication(marker)) return [];
  const bytes = await read(body, end - body);
  const begins = (text: string) => bytes.toString('latin1', 0, text.length) === text;
  if (marker === adobe && begins('Adobe')) return [{ from: body + adobeBytes, to: end, as: 'zeros' }];
  if (marker === 0xe0 && begins('JFIF\0')) return [];
  if (marker === 0xe1 && begins('Exif\0\0')) return blanksOfExif(bytes, part);
  const head = profileHead.length + 2;
  // A profile in several parts is one of a printer, and never a camera's.
  if (marker === 0xe2 && begins(profileHead))
    return bytes[head - 1] === 1 ? shifted(profileGaps(bytes.subarray(head)), body + head) : [];
  return all;
}

/** Where the next marker after the data of a scan stands. */
async function endOfScan(read: ReadAt, from: number, bytes: number): Promise<number> {
  for (let at = from; at < bytes; at += stepBytes) {
    const part = await read(at, stepBytes + 1);
    for (let found = part.indexOf(0xff); found >= 0 && found + 1 < part.length; found = part.indexOf(0xff, found + 1)) {
      const next = part[found + 1] as number;
      if (next !== 0 && next !== 0xff && !isBare(next)) return at + found;
    }
  }
  return bytes;
}

type Step = { next: number; blanks: Blank[]; isLast?: boolean };

async function stepAt(read: ReadAt, at: number, bytes: number): Promise<Step> {
  const head = await read(at, 4);
  const marker = head[1] ?? 0;
  if (head[0] !== 0xff) return { next: at, blanks: [], isLast: true };
  if (marker === endOfImage) return { next: at + 2, blanks: [], isLast: true };
  if (marker === 0xff) return { next: at + 1, blanks: [] };
  if (marker === startOfImage || isBare(marker)) return { next: at + 2, blanks: [] };
  const end = Math.min(bytes, at + 2 + (head.length < 4 ? 2 : head.readUInt16BE(2)));
  const blanks = await blanksOfPart(read, { marker, body: at + 4, end });
  return { next: marker === startOfScan ? await endOfScan(read, end, bytes) : end, blanks };
}

/** Data appended after its end, such as another picture or a video, is blanked; without an end its scans go to the last byte. */
export async function findJpegBlanks(read: ReadAt, bytes: number): Promise<Blank[]> {
  const blanks: Blank[] = [];
  let at = 0;
  for (let parts = 0; parts < maxParts && at < bytes; parts++) {
    const step = await stepAt(read, at, bytes);
    blanks.push(...step.blanks);
    at = step.next;
    if (step.isLast) break;
  }
  return inOrder([...blanks, { from: at, to: bytes, as: 'zeros' }]);
}

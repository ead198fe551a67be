// Which bytes of a JPEG, PNG, WebP or GIF may say by whom and where it was made: every part that drawing it does not need.
import { crc32 } from 'node:zlib';
import type { ReadAt } from '#server/media/formats/read-at.ts';
import { type Blank, inOrder, shifted } from './blanks.ts';
import { findJpegBlanks, profileGaps } from './jpeg-blanks.ts';

const maxChunks = 100_000;
/** Of a PNG (ISO/IEC 15948) and of one that moves. */
const drawnPng = /^(?:[A-Z].{3}|tRNS|gAMA|cHRM|sRGB|sBIT|bKGD|pHYs|hIST|acTL|fcTL|fdAT|cICP)$/;
const drawnWebp = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'];
const [headOfPng, headOfWebp] = [8, 12];
/** A chunk that no reader knows, and each passes over. */
const unknownPng = Buffer.from('spAc');
const unknownWebp = Buffer.from('JUNK');
/** Which parts an extended WebP says to have: Exif and XMP. */
const flagsOfMetadata = 0x0c;

function sumOfZeros(type: Buffer, length: number): Buffer {
  let sum = crc32(type);
  const zeros = Buffer.alloc(Math.min(length, 65_536));
  for (let left = length; left > 0; left -= zeros.length) sum = crc32(zeros.subarray(0, left), sum);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(sum);
  return bytes;
}

async function findPngBlanks(read: ReadAt, bytes: number): Promise<Blank[]> {
  const blanks: Blank[] = [];
  let at = headOfPng;
  for (let chunks = 0; chunks < maxChunks && at + 12 <= bytes; chunks++) {
    const head = await read(at, 8);
    const [type, length] = [head.toString('latin1', 4, 8), head.readUInt32BE(0)];
    const [body, end] = [at + 8, at + 8 + length];
    if (end + 4 > bytes) break;
    if (!drawnPng.test(type))
      blanks.push(
        { from: at + 4, to: body, as: unknownPng },
        { from: body, to: end, as: 'zeros' },
        { from: end, to: end + 4, as: sumOfZeros(unknownPng, length) },
      );
    at = end + 4;
    if (type === 'IEND') break;
  }
  return inOrder([...blanks, { from: at, to: bytes, as: 'zeros' }]);
}

async function findWebpBlanks(read: ReadAt, bytes: number): Promise<Blank[]> {
  const blanks: Blank[] = [];
  let at = headOfWebp;
  for (let chunks = 0; chunks < maxChunks && at + 8 <= bytes; chunks++) {
    const head = await read(at, 9);
    const [type, length] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)];
    const [body, end] = [at + 8, Math.min(bytes, at + 8 + length + (length % 2))];
    if (type === 'VP8X')
      blanks.push({ from: body, to: body + 1, as: Buffer.from([(head[8] ?? 0) & ~flagsOfMetadata]) });
    else if (type === 'ICCP') blanks.push(...shifted(profileGaps(await read(body, end - body)), body));
    else if (!drawnWebp.includes(type))
      blanks.push({ from: at, to: at + 4, as: unknownWebp }, { from: body, to: end, as: 'zeros' });
    at = end;
  }
  return inOrder([...blanks, { from: at, to: bytes, as: 'zeros' }]);
}

const [extension, picture, comment, control, application, plainText] = [0x21, 0x2c, 0xfe, 0xf9, 0xff, 0x01];
/** How often a GIF is played (its only extension that changes what is seen). */
const looping = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)/;
const gifStep = 65_536;

/** A table of colours has its size in three bits of a byte. */
const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));

/** Reads single bytes one after the other without asking for each. */
function createByteReader(read: ReadAt) {
  let start = 0;
  let held: Buffer = Buffer.alloc(0);
  return async (at: number): Promise<number> => {
    if (at < start || at >= start + held.length) [start, held] = [at, await read(at, gifStep)];
    return held[at - start] ?? 0;
  };
}

/** Blocks of zeros of this length together, and the empty one that ends them. */
function emptyBlocks(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length - 1; ) {
    const left = length - 1 - at;
    // Of a single byte there is no block.
    const size = left === 257 ? 255 : Math.min(256, left);
    bytes[at] = size - 1;
    at += size;
  }
  return bytes;
}

/** Comments, XMP and what else programs leave become comments of nothing (GIF89a). */
async function findGifBlanks(read: ReadAt, bytes: number): Promise<Blank[]> {
  const blanks: Blank[] = [];
  const byte = createByteReader(read);
  const behindBlocks = async (from: number) => {
    let at = from;
    for (let size = await byte(at); size > 0 && at < bytes; size = await byte(at)) at += size + 1;
    return at + 1;
  };
  let at = 13 + tableBytes(await byte(10));
  while (at < bytes) {
    const [kind, label] = [await byte(at), await byte(at + 1)];
    if (kind === picture) at = await behindBlocks(at + 11 + tableBytes(await byte(at + 9)));
    else if (kind === extension) {
      const end = await behindBlocks(at + 2);
      const name = label === application ? (await read(at + 3, 11)).toString('latin1') : '';
      const isDrawn = label === control || label === plainText || looping.test(name);
      const from = at + 1;
      if (!isDrawn)
        blanks.push(
          { from, to: from + 1, as: Buffer.from([comment]) },
          { from: from + 1, to: end, as: async () => emptyBlocks(end - from - 1) },
        );
      at = end;
    } else break;
  }
  const end = Math.min(bytes, at + 1);
  return inOrder([...blanks, { from: end, to: bytes, as: 'zeros' }]);
}

/** By its type, of a file or within one; null for what is none of these. */
export async function findPictureBlanks(read: ReadAt, bytes: number, type: string | null): Promise<Blank[] | null> {
  if (type === 'image/jpeg') return findJpegBlanks(read, bytes);
  if (type === 'image/png') return findPngBlanks(read, bytes);
  if (type === 'image/webp') return findWebpBlanks(read, bytes);
  return type === 'image/gif' ? findGifBlanks(read, bytes) : null;
}

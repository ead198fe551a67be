// Which bytes of a PNG or WebP may say by whom and where it was made: every part that drawing it does not need.
import { crc32 } from 'node:zlib';
import { type Blank, inOrder, shifted } from './blanks.ts';
import { profileGaps } from './colour-profile.ts';
import type { ReadAt } from './read-at.ts';

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

export async function findPngBlanks(read: ReadAt, bytes: number): Promise<Blank[]> {
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

export async function findWebpBlanks(read: ReadAt, bytes: number): Promise<Blank[]> {
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

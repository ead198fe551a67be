// Deflates bytes to an exact length, so that they stand in the place of what was deflated there before.
import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** A block that holds nothing and ends with a byte, and one that begins elsewhere in it (RFC 1951). */
const five = Buffer.from('000000ffff', 'hex');
const six = Buffer.from('02000000ffff', 'hex');
/** What the end of a part takes that others follow, at most. */
const syncBytes = 6;
/** Blocks that hold nothing, the last of which is the end, by the rest of the length that they make up. */
const ends: Record<number, Buffer[]> = {
  0: [Buffer.from('020820c000', 'hex')],
  1: [six, Buffer.from('020820c000', 'hex')],
  2: [Buffer.from('0300', 'hex')],
  3: [Buffer.from('020c00', 'hex')],
  4: [Buffer.from('02083000', 'hex')],
};
/** Other efforts end at other lengths; fixed codes suit what is short. */
const efforts = [9, 6, 8, 5, 3].flatMap((level) => [
  { level },
  { level, memLevel: 9 },
  { level, strategy: constants.Z_FIXED },
]);

/** null where this length cannot be made of such blocks. */
function fillingOf(length: number): Buffer | null {
  const end = Buffer.concat(ends[Math.max(0, length) % 5] ?? []);
  if (length < end.length) return null;
  return Buffer.concat([Buffer.alloc(length - end.length, five), end]);
}

/** null where they do not fit. */
export async function deflateTo(content: Buffer, length: number): Promise<Buffer | null> {
  for (const effort of efforts) {
    const packed = await deflate(content, { ...effort, finishFlush: constants.Z_SYNC_FLUSH });
    const fill = fillingOf(length - packed.length);
    if (fill) return Buffer.concat([packed, fill]);
    if (packed.length > length * 1.1 && effort.strategy === undefined) return null;
    const whole = packed.length > length + syncBytes ? null : await deflate(content, effort);
    if (whole?.length === length) return whole;
  }
  return null;
}

// Which bytes of a ZIP, or of an office file, may say by whom, with what or where: what is in it is cleaned as it is beside it.

import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';
import { inMemory, partOf, type ReadAt } from '#server/media/formats/read-at.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { type Blank, gapsBetween, inOrder, readBlanked, shifted, sumOf } from './blanks.ts';
import { readZipDirectory, type ZipDirectory, type ZipPart } from './zip-directory.ts';

// Deflates bytes to an exact length, so that they stand in the place of what was deflated there before.
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

const inflate = promisify(inflateRaw);

/** What is in a ZIP, by its name and bytes: throws a MediaError where it cannot be cleaned. */
type FindWithin = (read: ReadAt, file: { name: string; bytes: number; isOffice: boolean }) => Promise<Blank[]>;

/** What is packed is held whole while it is cleaned, and is unpacked before the first byte is sent. */
const maxPackedEach = 64 * 1024 * 1024;
const maxPacked = 512 * 1024 * 1024;
const maxRead = 4 * 1024 * 1024 * 1024;
const [stored, deflated] = [0, 8];
/** Notes of file systems, which hold where things came from, and small pictures of others. */
const litter = /(?:^|\/)(?:__MACOSX\/|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

const cannot = (name: string, why: string) => new MediaError('no_picture', `${name} ${why}`);
const allOf = (bytes: number): Blank[] => [{ from: 0, to: bytes, as: 'zeros' }];

/** How much may still be unpacked and read, of an archive and of those within it together. */
export type ZipAllowance = { packed: number; read: number };
export const zipAllowance = (): ZipAllowance => ({ packed: maxPacked, read: maxRead });

type Walk = { read: ReadAt; find: FindWithin; isOffice: boolean; left: ZipAllowance };
type Asked = { find: FindWithin; allowance: ZipAllowance };

async function blanksWithin({ find, isOffice }: Walk, read: ReadAt, { name, bytes }: ZipPart): Promise<Blank[]> {
  if (litter.test(name)) return allOf(bytes);
  return find(read, { name, bytes, isOffice }).catch((error: unknown) => {
    if (!(error instanceof MediaError) || error.message.startsWith(name)) throw error;
    throw new MediaError(error.code, `${name}: ${error.message}`);
  });
}

async function unpacked({ read }: Walk, { name, packed, bytes }: ZipPart): Promise<Buffer> {
  const content = await inflate(await read(packed.from, packed.to - packed.from), { maxOutputLength: bytes + 1 }).catch(
    () => null,
  );
  if (content?.length !== bytes) throw cannot(name, 'cannot be unpacked');
  return content;
}

/** What stands in its place: the same length, packed and unpacked. null where it needs no blanks. */
async function packedAnew(walk: Walk, part: ZipPart): Promise<{ sum: number; packed: Buffer } | null> {
  const content = await unpacked(walk, part);
  const within = inMemory(content);
  const blanks = await blanksWithin(walk, within, part);
  if (blanks.length === 0) return null;
  const clean = await buffer(readBlanked(within, content.length, blanks));
  const packed = await deflateTo(clean, part.packed.to - part.packed.from);
  if (!packed) throw cannot(part.name, 'is packed too tightly to be cleaned in its place: pack it without compression');
  return { sum: crc32(clean), packed };
}

async function blanksOfDeflated(walk: Walk, part: ZipPart): Promise<Blank[]> {
  walk.left.packed -= part.bytes;
  if (part.bytes > maxPackedEach || walk.left.packed < 0)
    throw cannot(part.name, 'is too large to be unpacked for a check: pack it without compression');
  const anew = await packedAnew(walk, part);
  if (!anew) return [];
  const again = async () => {
    const made = await packedAnew(walk, part);
    if (!made) throw cannot(part.name, 'changed');
    return made.packed;
  };
  return [{ ...part.packed, as: again }, ...blanksOfSums(part, anew.sum)];
}

function blanksOfSums({ sums }: ZipPart, sum: number): Blank[] {
  const as = Buffer.alloc(4);
  as.writeUInt32LE(sum);
  return sums.map((from) => ({ from, to: from + 4, as }));
}

async function blanksOfStored(walk: Walk, part: ZipPart): Promise<Blank[]> {
  const { packed, bytes, name } = part;
  if (packed.to - packed.from !== bytes) throw cannot(name, 'is broken');
  const within = partOf(walk.read, packed);
  const blanks = await blanksWithin(walk, within, part);
  if (blanks.length === 0) return [];
  walk.left.read -= bytes;
  if (walk.left.read < 0) throw cannot(name, 'is too large to be cleaned there: put it beside the archive');
  const sum = await sumOf(readBlanked(within, bytes, blanks));
  return [...shifted(blanks, packed.from), ...blanksOfSums(part, sum)];
}

async function blanksOfPart(walk: Walk, part: ZipPart): Promise<Blank[]> {
  const fields = part.fields.map((range): Blank => ({ ...range, as: 'zeros' }));
  if (part.bytes === 0) return fields;
  if (part.isLocked) throw cannot(part.name, 'is encrypted');
  if (part.method === stored) return [...fields, ...(await blanksOfStored(walk, part))];
  if (part.method === deflated) return [...fields, ...(await blanksOfDeflated(walk, part))];
  throw cannot(part.name, 'is packed in a way that cannot be read here');
}

/** What the archive does not name: what was left out of it later, and what others hid there. */
function gapsOf({ kept, comment }: ZipDirectory): Blank[] {
  const gaps = gapsBetween(kept, comment.from).map((gap): Blank => ({ ...gap, as: 'zeros' }));
  return [...gaps, { ...comment, as: 'spaces' }];
}

const isOfficeFile = ({ parts }: ZipDirectory) =>
  parts.some(({ name }) => name === '[Content_Types].xml') || parts[0]?.name === 'mimetype';

/** null where it is no ZIP. Throws a MediaError where something in it cannot be cleaned. */
export async function findZipBlanks(read: ReadAt, bytes: number, { find, allowance }: Asked): Promise<Blank[] | null> {
  const directory = await readZipDirectory(read, bytes);
  if (!directory) return null;
  const walk: Walk = { read, find, isOffice: isOfficeFile(directory), left: allowance };
  const blanks = gapsOf(directory);
  for (const part of directory.parts) blanks.push(...(await blanksOfPart(walk, part)));
  return inOrder(blanks);
}

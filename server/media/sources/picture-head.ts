// The first bytes of a picture, where its header stands, or that header itself where it stands elsewhere: from a file on this machine, or from parts of one elsewhere.
import { sniffMedia } from '#contract/media/media-bytes.ts';
import { readHeifItems } from '#server/media/formats/heif-items.ts';
import { type ReadAt, withFile } from '#server/media/formats/read-at.ts';
import { readPart, remoteParts } from './remote-parts.ts';
import type { SourceFile } from './source.ts';

/** Cameras write their EXIF and XMP into the first one or two segments of at most 64 KiB. */
const localBytes = 262_144;
const remoteBytes = 131_072;
const maxBytes = 1_048_576;
const maxChunks = 200;

/** Of a WebP its Exif and XMP, which stand behind the picture. */
async function webpParts(read: ReadAt): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  let at = 12;
  for (let chunks = 0; chunks < maxChunks; chunks++) {
    const head = await read(at, 8);
    if (head.length < 8) break;
    const [name, size] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)];
    if ((name === 'EXIF' || name === 'XMP ') && size <= maxBytes) parts.push(await read(at + 8, size));
    at += 8 + size + (size % 2);
  }
  return parts;
}

/** Of an AVIF or HEIC: its Exif begins with how far it is to the TIFF in it. */
async function heifParts(read: ReadAt): Promise<Buffer[]> {
  const items = await readHeifItems(read, { types: ['Exif', 'mime'], maxBytes });
  return items.map(({ type, bytes }) =>
    type === 'Exif' && bytes.length >= 4 ? bytes.subarray(4 + bytes.readUInt32BE(0)) : bytes,
  );
}

const isTiff = (part: Buffer) => /^(?:II\*\0|MM\0\*)/.test(part.toString('latin1', 0, 4));
const withoutName = (part: Buffer) => (part.toString('latin1', 0, 6) === 'Exif\0\0' ? part.subarray(6) : part);

/** The Exif first, so that it is read as the TIFF that it is; null where there is none, or it makes no sense. */
async function partsOf(type: string | null, read: ReadAt): Promise<Buffer | null> {
  if (type !== 'image/webp' && type !== 'image/avif' && type !== 'image/heic') return null;
  try {
    const found = await (type === 'image/webp' ? webpParts(read) : heifParts(read));
    const parts = found.map(withoutName).sort((one, other) => Number(isTiff(other)) - Number(isTiff(one)));
    return parts[0] && isTiff(parts[0]) ? Buffer.concat(parts) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

async function headOf(read: ReadAt, head: Buffer): Promise<Buffer> {
  return (await partsOf(sniffMedia(head), read)) ?? head;
}

/** Throws a MediaError where the source gives no parts. */
export async function readHead({ path, open, bytes }: Pick<SourceFile, 'path' | 'open' | 'bytes'>): Promise<Buffer> {
  if (path !== undefined) return withFile(path, async (read) => headOf(read, await read(0, localBytes)));
  const head = await readPart(open, 0, Math.min(remoteBytes, bytes ?? remoteBytes));
  return bytes === null ? head : headOf(remoteParts(open, bytes), head);
}

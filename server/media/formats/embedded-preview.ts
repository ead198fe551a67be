// The JPEG preview that cameras and phones put into HEIC and raw files, which our decoder cannot read itself.
import { readHeifItems } from './heif-items.ts';
import { inMemory, type ReadAt, withFile } from './read-at.ts';
import { readTiff, type TiffDirectory, withSubdirectories } from './tiff-directory.ts';

const maxPreviewBytes = 25 * 1024 * 1024;

const tags = {
  bits: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  orientation: 274,
  stripBytes: 279,
  jpegOffset: 513,
  jpegBytes: 514,
};
const jpegCompressions = [6, 7];
/** RGB and YCbCr; a sensor's raw data may be compressed as JPEG too, which is no picture. */
const pictureKinds = [2, 6];

type Part = { offset: number; length: number };
type Found = Part & { orientation: number };

/** A CR2 does not say the kind of its preview, but that it has three colours. */
async function isPicture(directory: TiffDirectory): Promise<boolean> {
  const [kind] = await directory.numbers(tags.photometric);
  if (kind !== undefined) return pictureKinds.includes(kind);
  return (await directory.numbers(tags.bits)).join() === '8,8,8';
}

async function jpegOf(directory: TiffDirectory): Promise<Part | null> {
  const number = async (tag: number) => (await directory.numbers(tag))[0];
  const [offset, length] = [await number(tags.jpegOffset), await number(tags.jpegBytes)];
  if (offset !== undefined && length !== undefined) return { offset, length };
  if (!(await isPicture(directory)) || !jpegCompressions.includes((await number(tags.compression)) ?? 0)) return null;
  const [offsets, lengths] = [await directory.numbers(tags.stripOffsets), await directory.numbers(tags.stripBytes)];
  return offsets.length === 1 && lengths.length === 1 ? { offset: offsets[0] ?? 0, length: lengths[0] ?? 0 } : null;
}

/** The largest of a TIFF's previews, and how the picture is turned. */
async function findInTiff(read: ReadAt): Promise<Found | null> {
  const file = await readTiff(read);
  if (!file) return null;
  const [orientation = 1] = (await file.directories[0]?.numbers(tags.orientation)) ?? [];
  const parts = await Promise.all((await withSubdirectories(file)).map(jpegOf));
  const usable = parts.filter((part) => part !== null).filter(({ length }) => length > 0 && length <= maxPreviewBytes);
  const [largest] = usable.sort((a, b) => b.length - a.length);
  return largest ? { ...largest, orientation } : null;
}

/** An Exif segment with nothing but the orientation. */
function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex');
  tiff.writeUInt16LE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** Previews lie as the sensor did, and leave it to the file around them how they are turned. */
function turned(jpeg: Buffer, orientation: number): Buffer {
  if (orientation < 2 || orientation > 8 || jpeg.subarray(0, 65_536).includes('Exif\0\0')) return jpeg;
  return Buffer.concat([jpeg.subarray(0, 2), orientationSegment(orientation), jpeg.subarray(2)]);
}

async function fromTiff(read: ReadAt): Promise<Buffer | null> {
  const found = await findInTiff(read);
  return found && turned(await read(found.offset, found.length), found.orientation);
}

async function fromHeif(read: ReadAt): Promise<Buffer | null> {
  const items = await readHeifItems(read, { types: ['jpeg', 'Exif'], maxBytes: maxPreviewBytes });
  const jpegs = items.filter(({ type }) => type === 'jpeg').sort((a, b) => b.bytes.length - a.bytes.length);
  if (jpegs[0]) return jpegs[0].bytes;
  const exif = items.find(({ type }) => type === 'Exif')?.bytes;
  if (!exif || exif.length < 4) return null;
  const tiff = exif.subarray(4 + exif.readUInt32BE(0));
  return fromTiff(inMemory(tiff));
}

/** The thumbnail that a camera put into a JPEG's Exif; null where there is none. */
export async function previewInExif(exif: Buffer | undefined): Promise<Buffer | null> {
  const tiff = exif?.subarray(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0) ?? Buffer.alloc(0);
  return fromTiff(inMemory(tiff)).catch(() => null);
}

async function previewWithin(read: ReadAt): Promise<Buffer | null> {
  const preview = (await fromTiff(read)) ?? (await fromHeif(read));
  return preview?.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ? preview : null;
}

/** The preview in a file; null where it has none that can be read. */
export function previewIn(read: ReadAt): Promise<Buffer | null> {
  return previewWithin((offset, length) => read(offset, Math.min(length, maxPreviewBytes))).catch((error: unknown) => {
    // A file that is cut short, or no such file at all inside.
    if (error instanceof RangeError) return null;
    throw error;
  });
}

/** The same of one on this machine. */
export const readPreview = (path: string): Promise<Buffer | null> => withFile(path, previewIn);

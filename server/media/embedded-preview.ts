// The JPEG preview that cameras and phones put into HEIC and DNG files, which our decoder cannot read itself.
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { readHeifItems } from './heif-items.ts';
import { type ReadAt, withFile } from './read-at.ts';
import { readTiff, type TiffDirectory, type TiffFile } from './tiff-directory.ts';

const maxPreviewBytes = 25 * 1024 * 1024;
const concurrency = 4;
/** Some hundred bytes each: previews themselves are read when they are shown. */
const maxCached = 20_000;

const tags = {
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  orientation: 274,
  stripBytes: 279,
  subIfds: 330,
  jpegOffset: 513,
  jpegBytes: 514,
};
const jpegCompressions = [6, 7];
/** RGB and YCbCr; a sensor's raw data may be compressed as JPEG too, which is no picture. */
const pictureKinds = [2, 6];

type Part = { offset: number; length: number };
type Found = Part & { orientation: number };

/** Whether a file of this name may hold nothing else that can be shown. */
export function mayHavePreview(name: string): boolean {
  return /\.(heic|heif|dng)$/i.test(name);
}

async function jpegOf(directory: TiffDirectory): Promise<Part | null> {
  const number = async (tag: number) => (await directory.numbers(tag))[0];
  const [offset, length] = [await number(tags.jpegOffset), await number(tags.jpegBytes)];
  if (offset !== undefined && length !== undefined) return { offset, length };
  const isPicture = pictureKinds.includes((await number(tags.photometric)) ?? -1);
  if (!isPicture || !jpegCompressions.includes((await number(tags.compression)) ?? 0)) return null;
  const [offsets, lengths] = [await directory.numbers(tags.stripOffsets), await directory.numbers(tags.stripBytes)];
  return offsets.length === 1 && lengths.length === 1 ? { offset: offsets[0] ?? 0, length: lengths[0] ?? 0 } : null;
}

async function withSubdirectories({ directories, directoryAt }: TiffFile): Promise<TiffDirectory[]> {
  const beneath = await Promise.all(
    directories.map(async (one) => Promise.all((await one.numbers(tags.subIfds)).slice(0, 16).map(directoryAt))),
  );
  return [...directories, ...beneath.flat()];
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
  return fromTiff(async (offset, length) => tiff.subarray(offset, offset + length));
}

/** The thumbnail that a camera put into a JPEG's Exif; null where there is none. */
export async function previewInExif(exif: Buffer | undefined): Promise<Buffer | null> {
  const tiff = exif?.subarray(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0) ?? Buffer.alloc(0);
  return fromTiff(async (offset, length) => tiff.subarray(offset, offset + length)).catch(() => null);
}

async function previewWithin(read: ReadAt): Promise<Buffer | null> {
  const preview = (await fromTiff(read)) ?? (await fromHeif(read));
  return preview?.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ? preview : null;
}

/** The preview in a file on this machine; null where it has none that can be read. */
export function readPreview(path: string): Promise<Buffer | null> {
  return withFile(path, (read) =>
    previewWithin((offset, length) => read(offset, Math.min(length, maxPreviewBytes))),
  ).catch((error: unknown) => {
    // A file that is cut short, or no such file at all inside.
    if (error instanceof RangeError) return null;
    throw error;
  });
}

/** Whether files have a preview, cached by what names their bytes. */
export function createPreviewFinder() {
  const cache = new LRUCache<string, Promise<boolean>>({ max: maxCached });
  const queue = pLimit(concurrency);
  return (path: string, name: string): Promise<boolean> => {
    const found =
      cache.get(name) ??
      queue(() => readPreview(path)).then(
        (preview) => preview !== null,
        () => false,
      );
    cache.set(name, found);
    return found;
  };
}

// Copies as JPEG of the HEIC pictures that were chosen, made where the photographer's browser can decode them: clients see the copy.
import type { ChosenFile } from './fit-chosen.ts';

// What a HEIC says of its moment, place and camera, as a JPEG made of it says it: the same Exif, upright and without a thumbnail.

/** Phones write it in front of the picture. */
const searchedBytes = 1_048_576;
/** A part of a JPEG is no longer. */
const longest = 65_000;
const [orientation, exifDirectory, gpsDirectory] = [0x0112, 0x8769, 0x8825];
const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const maxEntries = 200;

/** Where the TIFF begins that an Exif consists of; -1 where there is none. */
function startOfTiff(bytes: Uint8Array): number {
  const text = new TextDecoder('latin1').decode(bytes);
  return /Exif\0\0(?=II\*\0|MM\0\*)/.exec(text)?.index ?? -1;
}

type Walk = { view: DataView; little: boolean; end: number };

/** The directories that it begins at; the one behind it, of the thumbnail, is left out. */
function walk(state: Walk, at: number): number[] {
  const { view, little } = state;
  const count = view.getUint16(at, little);
  if (count > maxEntries) throw new RangeError('This is no directory');
  const beneath: number[] = [];
  for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) {
    const tag = view.getUint16(entry, little);
    const length = (sizes[view.getUint16(entry + 2, little)] ?? 0) * view.getUint32(entry + 4, little);
    const value = view.getUint32(entry + 8, little);
    if (length > 4) state.end = Math.max(state.end, value + length);
    if (tag === exifDirectory || tag === gpsDirectory) beneath.push(value);
    // What was decoded stands upright.
    if (tag === orientation) view.setUint16(entry + 8, 1, little);
  }
  view.setUint32(at + 2 + count * 12, 0, little);
  state.end = Math.max(state.end, at + 6 + count * 12);
  return beneath;
}

/** The part of a JPEG that holds it; empty where there is none, or it makes no sense. */
async function exifSegment(heic: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const head = new Uint8Array(await heic.slice(0, searchedBytes).arrayBuffer());
  const start = startOfTiff(head);
  if (start === -1) return new Uint8Array(0);
  const tiff = head.slice(start + 6);
  const view = new DataView(tiff.buffer);
  const state = { view, little: tiff[0] === 0x49, end: 8 };
  try {
    for (const at of walk(state, view.getUint32(4, state.little))) walk(state, at);
  } catch {
    return new Uint8Array(0);
  }
  if (state.end > Math.min(longest, tiff.length)) return new Uint8Array(0);
  const length = state.end + 8;
  return Uint8Array.from([
    0xff,
    0xe1,
    length >> 8,
    length & 255,
    ...head.slice(start, start + 6),
    ...tiff.slice(0, state.end),
  ]);
}

/** A picture as a JPEG in its full size; null where this browser cannot. */
type DrawAsJpeg = (picture: File) => Promise<Blob | null>;

const quality = 0.92;
const millisecondsEach = 30_000;

async function decoded(picture: File): Promise<ImageBitmap | HTMLImageElement> {
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (bitmap) return bitmap;
  const image = new Image();
  image.src = URL.createObjectURL(picture);
  try {
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/** A canvas that is larger than the device allows stays empty, and gives nothing. */
async function drawAsJpeg(picture: File): Promise<Blob | null> {
  const image = await decoded(picture);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  if ('close' in image) image.close();
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
  // Its memory is given back at once.
  [canvas.width, canvas.height] = [0, 0];
  return made;
}

function inTime<T>(work: Promise<T>): Promise<T | null> {
  return Promise.race([work, new Promise<null>((done) => setTimeout(done, millisecondsEach, null))]);
}

const copyName = (name: string) => `${name.replace(/\.[^.]*$/, '')}.jpg`;

async function copyOf({ file, folder }: ChosenFile, draw: DrawAsJpeg): Promise<ChosenFile[]> {
  const drawn = await inTime(draw(file)).catch(() => null);
  if (drawn?.type !== 'image/jpeg' || drawn.size === 0) return [];
  const parts = [drawn.slice(0, 2), await exifSegment(file).catch(() => new Uint8Array(0)), drawn.slice(2)];
  // Changed when the picture was: chosen again after a reload it is known again.
  const { lastModified } = file;
  return [{ file: new File(parts, copyName(file.name), { type: 'image/jpeg', lastModified }), folder }];
}

/** One after the other: each is held unpacked. */
export async function copiesOf(pictures: readonly ChosenFile[], draw: DrawAsJpeg = drawAsJpeg): Promise<ChosenFile[]> {
  const copies: ChosenFile[] = [];
  for (const picture of pictures) copies.push(...(await copyOf(picture, draw)));
  return copies;
}

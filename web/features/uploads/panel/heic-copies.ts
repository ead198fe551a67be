// Copies as JPEG of the HEIC pictures that were chosen, made where the photographer's browser can decode them: clients see the copy.

import { exifSegment } from './carried-exif.ts';
import type { ChosenFile } from './chosen-file.ts';

/** A picture as a JPEG in its full size; null where this browser cannot. */
export type DrawAsJpeg = (picture: File) => Promise<Blob | null>;

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

export const copyName = (name: string) => `${name.replace(/\.[^.]*$/, '')}.jpg`;

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

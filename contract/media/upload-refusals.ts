// Why a file is refused as an upload (behaviour §26.4): shown in the browser before it is sent, decided by the server.

import { uploadLimits } from '#contract/uploads/endpoints.ts';
import { sniffMedia } from './media-bytes.ts';

const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;

export const wrongKind =
  'This is no JPEG, PNG, WebP, HEIC, AVIF, TIFF, MP4 or MOV file. Its content counts, not its name.';
const taken = ['jpeg', 'png', 'webp', 'heic', 'avif', 'tiff'].map((name) => `image/${name}`);

/** Of a file of which nothing but its size is known; null where it may be taken. */
export function refusalOfSize(bytes: number): string | null {
  if (bytes === 0) return 'This file is empty';
  return bytes > uploadLimits.fileBytes ? `A file may have at most ${uploadLimits.fileBytes / gigabyte} GB` : null;
}

/** Of a file that begins like this. */
export function refusalOfContent(head: Uint8Array, bytes: number): string | null {
  const type = sniffMedia(head);
  const isLong = type === 'image/tiff' || type?.startsWith('video/') === true;
  if (type === null || !(isLong || taken.includes(type))) return wrongKind;
  if (isLong || bytes <= uploadLimits.pictureBytes) return null;
  return `A picture may have at most ${uploadLimits.pictureBytes / megabyte} MB`;
}

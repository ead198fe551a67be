// A file's type by its first bytes, and why it is refused as an upload: checked in the browser before one, and by the server after it.
import { uploadLimits } from '#contract/uploads/endpoints.ts';

/** So many bytes say it. */
export const sniffedBytes = 64;

const stillBrands = /^(?:hei[cxms]|hev[cmsx]|mi[af][f1]|msf1)/;
const videoBrands = /qt {2}|iso[m2-9]|mp4[12]|avc1|M4V |MSNV|XAVC|dash/;

/** Raw pictures of Canon, and sound: both name the brands of videos too. */
const otherBrands = /^(?:crx |M4[ABP] )/;
/** The boxes that a QuickTime video without brands begins with (QuickTime File Format). */
const quickTime = /^.{4}(?:moov|mdat|wide|pnot)/s;

/** For a file that begins with its brands (ISO/IEC 14496-12): AVIF, HEIC, and videos. */
function sniffBranded(brands: string): string | null {
  if (otherBrands.test(brands)) return null;
  if (/avi[fs]/.test(brands)) return 'image/avif';
  if (stillBrands.test(brands)) return 'image/heic';
  if (!videoBrands.test(brands)) return null;
  return brands.startsWith('qt ') ? 'video/quicktime' : 'video/mp4';
}

/** The type that the first bytes show: pictures, maps and videos; null for everything else, including SVG. */
export function sniffMedia(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, sniffedBytes));
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  // Also BigTIFF, in either order of bytes.
  if (/^(?:II[*+]\0|MM\0[*+])/.test(head)) return 'image/tiff';
  if (head.startsWith('ftyp', 4)) return sniffBranded(head.slice(8));
  return quickTime.test(head) ? 'video/quicktime' : null;
}

// Why a file is refused as an upload (behaviour §26.4): shown in the browser before it is sent, decided by the server.
const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;

export const wrongKind =
  'This is not a JPEG, PNG, WebP, HEIC, AVIF, TIFF, MP4 or MOV file. Its content counts, not its name.';
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

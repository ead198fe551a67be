// The types of media files: by the ending of a name, by a Content-Type, and for images by their first bytes.
import type { SourceFile } from './source.ts';

/** What counts as an image from outside; SVG does not, because it can carry scripts. */
const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
type ImageType = (typeof imageTypes)[number];

const byEnding: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  ogv: 'video/ogg',
  tif: 'image/tiff',
  tiff: 'image/tiff',
};

/** A name that says this type of picture or film: where its ending says another one, with the right one after it. */
export function nameOfType(name: string, type: string): string {
  if (type === 'image/heic') return /\.hei[cf]$/i.test(name) ? name : `${name}.heic`;
  if (typeOfName(name) === type) return name;
  return `${name}.${Object.keys(byEnding).find((ending) => byEnding[ending] === type)}`;
}

/** Texts and subtitles of films. */
export function isText(name: string): boolean {
  return /\.(txt|md|srt|vtt)$/i.test(name);
}

/** Of any other file: a type that no browser runs or shows. */
export const otherType = 'application/octet-stream';

/** The type of a file by its name. */
export function typeOfName(name: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return byEnding[ending] ?? otherType;
}

/** Of a Content-Type header: without parameters and in lower case; '' for none. */
export function mediaType(header: string | null): string {
  const type = header?.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === 'image/jpg' ? 'image/jpeg' : type;
}

export function isImageType(type: string): type is ImageType {
  return imageTypes.some((one) => one === type);
}

export function kindOfType(type: string): SourceFile['kind'] {
  if (type === 'image/tiff') return 'geotiff';
  if (type.startsWith('video/')) return 'video';
  return isImageType(type) ? 'image' : 'file';
}

const stillBrands = /^(?:hei[cxms]|hev[cmsx]|mi[af][f1]|msf1)/;
const filmBrands = /qt {2}|iso[m2-9]|mp4[12]|avc1|M4V |MSNV|XAVC|dash/;

/** Of a file that begins with its brands (ISO/IEC 14496-12): AVIF, HEIC, and films. */
function sniffBranded(brands: string): string | null {
  if (/avi[fs]/.test(brands)) return 'image/avif';
  if (stillBrands.test(brands)) return 'image/heic';
  if (!filmBrands.test(brands)) return null;
  return brands.startsWith('qt ') ? 'video/quicktime' : 'video/mp4';
}

/** The type that the first bytes show, whatever was declared: pictures, maps and films; null for everything else, SVG among it. */
export function sniffMedia(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  // Also BigTIFF, in either order of bytes.
  if (/^(?:II[*+]\0|MM\0[*+])/.test(head)) return 'image/tiff';
  return head.startsWith('ftyp', 4) ? sniffBranded(head.slice(8)) : null;
}

/** The same of what browsers show as an image. */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  const type = sniffMedia(bytes);
  return type !== null && isImageType(type) ? type : null;
}

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

/** The format that the first bytes show, whatever was declared; null for everything else, SVG among it. */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  return head.startsWith('ftyp', 4) && /avi[fs]/.test(head.slice(8)) ? 'image/avif' : null;
}

// The types of media files: by the ending of a name, by a Content-Type, and for what browsers show as images by their first bytes.
import { sniffMedia } from '#contract/media-bytes.ts';
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
  heic: 'image/heic',
  heif: 'image/heic',
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

/** Files of cameras that no viewer shows: raw pictures, and what drones and phones write beside films, say where they were taken. */
export function holdsPosition(name: string): boolean {
  return /\.(heic|heif|hif|jpe|jfif|jif|dng|arw|cr2|cr3|crw|nef|nrw|orf|raf|raw|rw2|pef|srw|x3f|3fr|iiq|gpr|insp|insv|lrv|lrf|thm|360)$/i.test(
    name,
  );
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

/** The same of what browsers show as an image. */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  const type = sniffMedia(bytes);
  return type !== null && isImageType(type) ? type : null;
}

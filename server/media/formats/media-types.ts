// The types of media files: by the ending of a name, by a Content-Type, and for what browsers show as images by their first bytes.
import { sniffedBytes, sniffMedia } from '#contract/media/media-bytes.ts';

export type FileKind = 'image' | 'video' | 'geotiff' | 'file';

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
  hif: 'image/heic',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  ogv: 'video/ogg',
  tif: 'image/tiff',
  tiff: 'image/tiff',
};

/** Raw pictures of cameras that are TIFF files. */
const rawEnding = /\.(dng|cr2|nef|nrw|arw|srf|sr2|pef|srw|3fr|iiq|gpr|erf|mef|mos|dcr|kdc)$/i;

/** Whether a file of this name holds nothing that our decoder reads, but perhaps a preview. */
export function mayHavePreview(name: string): boolean {
  return rawEnding.test(name) || typeOfName(name) === 'image/heic';
}

/** A name with this type's extension: if it has another one, the right one is appended. */
export function nameOfType(name: string, type: string): string {
  if (type === 'image/tiff' && rawEnding.test(name)) return name;
  if (typeOfName(name) === type) return name;
  return `${name}.${Object.keys(byEnding).find((ending) => byEnding[ending] === type)}`;
}

/**
 * Documents, archives, plans, models, point clouds and site data: files made to be passed on. Cameras, drones and phones write none of them
 * beside their pictures, except texts.
 */
const documentEnding =
  /\.(pdf|docx?|odt|rtf|xlsx?|ods|pptx?|odp|html?|zip|7z|rar|tar|t?gz|dxf|dwg|dgn|ifc|rvt|skp|obj|mtl|stl|ply|fbx|gltf|glb|dae|usdz|las|laz|e57|xyz|pts|rcp|rcs|kmz|kml|geojson|shp|shx|dbf|prj|cpg|gpkg|tfw|tifw|tiffw|wld)$/i;
const textEnding = /\.(txt|md|csv)$/i;
/** Films, sound and raw pictures by their first bytes, whatever they are called. */
const cameraBytes = /^(?:.{4}ftyp|.E\xdf\xa3|OggS|ID3|RIFF|FUJIFILM|IIR[OS]|IIU|MMOR)/s;
const isPrintable = (byte: number) => byte >= 32 || (byte >= 9 && byte <= 13);

/** Whether a file, by its name and its first bytes, is of a kind that says nothing of who took a picture, and where. */
export function isHarmless(name: string, head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, sniffedBytes));
  if (sniffMedia(head) !== null || cameraBytes.test(text)) return false;
  return documentEnding.test(name) || (textEnding.test(name) && head.every(isPrintable));
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

export function kindOfType(type: string): FileKind {
  if (type === 'image/tiff') return 'geotiff';
  if (type.startsWith('video/')) return 'video';
  return isImageType(type) ? 'image' : 'file';
}

/** The same of what browsers show as an image. */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  const type = sniffMedia(bytes);
  return type !== null && isImageType(type) ? type : null;
}

// What the ending of a file's name says about how it can be shown.
import type { LinkKind } from './provider-table.ts';

// Only what browsers decode counts as image or video; the rest of what building sites exchange is a file to download.
const ENDINGS: ReadonlyArray<readonly [LinkKind, string]> = [
  ['image', 'jpg jpeg png webp gif avif'],
  ['video', 'mp4 webm m4v ogv mov m3u8'],
  ['geotiff', 'tif tiff'],
  ['map', 'kml kmz'],
  ['file', 'pdf zip 7z rar csv txt doc docx xls xlsx ppt pptx dwg dxf ifc rvt las laz e57 ply obj glb gltf'],
  ['file', 'heic heif dng raw svg bmp avi mkv wmv srt gpx geojson json xml'],
];

const KINDS = new Map(
  ENDINGS.flatMap(([kind, endings]) => endings.split(' ').map((ending) => [ending, kind] as const)),
);

/** The kind of a file by its name's ending; null where the ending says nothing. */
export function kindOfName(name: string): LinkKind | null {
  const ending = /\.(\w{2,7})$/.exec(name)?.[1];
  return KINDS.get(ending?.toLowerCase() ?? '') ?? null;
}

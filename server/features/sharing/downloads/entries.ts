// What goes into a ZIP of pictures: the originals for those who may have them, else pictures re-encoded without their position.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { Actor } from '#contract/policy.ts';
import type { DownloadSize } from '#contract/sharing/endpoints.ts';
import { type DetailsByFile, readDetails } from '#server/features/media/picture-details.ts';
import { type LinkDependencies, listVisibleFiles, loadSessionLink } from '#server/features/media/session-link.ts';
import { freeName, safeFileName } from '#server/lib/file-names.ts';
import type { ZipEntry } from '#server/lib/zip-archive.ts';
import type { Thumbnails } from '#server/media/images/thumbnails.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';

export type PictureReader = LinkDependencies & { source: MediaSource; actor: Actor };

export type TakenPicture = { kind: MediaKind; file: SourceFile; key: string; capturedAt: string | null };

export type TakenPictures = {
  pictures: TakenPicture[];
  /** The reader may have the originals, with their position. */
  originals: boolean;
  released: boolean;
  recordId: number;
  shownKey: string;
  /** A folder that cannot be listed now. */
  error: MediaError | null;
};

/** Short enough for an address that names hundreds; the same as long as the file is the same. */
function keyOf(kind: MediaKind, { id }: SourceFile): string {
  return createHash('sha256').update(`${kind} ${id}`).digest('base64url').slice(0, 10);
}

type Listed = { files: SourceFile[]; error: MediaError | null };

async function listImages(reader: PictureReader, tab: Parameters<typeof loadSessionLink>[2]): Promise<Listed> {
  const linked = await loadSessionLink(reader, reader.actor, tab);
  try {
    const files = await listVisibleFiles(reader.source, linked);
    return { files: files?.filter(({ kind }) => kind === 'image') ?? [], error: null };
  } catch (error) {
    if (error instanceof MediaError) return { files: [], error };
    throw error;
  }
}

/** 404 for a session that this person does not see. */
export async function listTakenPictures(reader: PictureReader, id: number): Promise<TakenPictures> {
  const { facts, originals, recordId, shownKey } = await loadSessionLink(reader, reader.actor, { id, kind: 'drone' });
  const as = facts.released ? ({ asReleased: true } as const) : {};
  const found: Omit<TakenPicture, 'capturedAt'>[] = [];
  let error: MediaError | null = null;
  for (const kind of mediaKinds) {
    const listed = await listImages(reader, { id, kind, ...as });
    error ??= listed.error;
    found.push(...listed.files.map((file) => ({ kind, file, key: keyOf(kind, file) })));
  }
  const details: DetailsByFile = await readDetails(
    reader.db,
    found.map(({ file }) => file),
  );
  const pictures = found.map((one) => ({ ...one, capturedAt: details.get(one.file.id)?.capturedAt ?? null }));
  return { pictures, originals, released: facts.released, recordId, shownKey, error };
}

export type PictureEntry = ZipEntry & { taken: string | null };

export const tabFolders: Record<MediaKind, string> = {
  drone: 'Drone photos',
  indoor: 'Indoor photos',
  videos: 'Videos',
  tour360: '360 pictures',
  orthomosaic: 'Orthomosaic',
};

/** Bytes per pixel of a photo that is encoded again, at most: of drone photos full of detail 0.35 and 0.25 were measured. */
const bytesPerPixel = { full: 0.5, s1600: 0.4 };
const usualPixels = 12_000_000;
const smallSide = 1600;

/** As cameras compress; one that was compressed harder, or is no JPEG, has more pixels for its bytes and grows. */
function pixelsOf({ bytes, width, height }: Sized): number {
  if (width !== null && height !== null) return width * height;
  return bytes === null ? usualPixels : Math.max(bytes * 2, Math.min(bytes * 8, usualPixels));
}

function smallPixelsOf({ width, height }: Sized): number {
  if (width === null || height === null) return smallSide * smallSide;
  return width * height * Math.min(1, smallSide / Math.max(width, height)) ** 2;
}

type Sized = Pick<SourceFile, 'bytes' | 'width' | 'height'>;

/** At most; the length of the original does not predict it. */
export function guessBytes(file: Sized, size: DownloadSize): number {
  const pixels = pixelsOf(file);
  return Math.round((size === 'full' ? pixels : Math.min(pixels, smallPixelsOf(file))) * bytesPerPixel[size]);
}

/** The camera's own clock has no zone: the same figures are written for everybody. */
export function timeOf(taken: string | null, captureDate: string): Date {
  const at = new Date(`${taken ?? `${captureDate}T12:00:00`}Z`);
  return Number.isNaN(at.getTime()) ? new Date(`${captureDate}T12:00:00Z`) : at;
}

function pathOf({ kind, file }: TakenPicture, { name, subfolders }: { name: string; subfolders: boolean }): string {
  const within = file.folder === '' || !subfolders ? [] : file.folder.split('/');
  return [
    tabFolders[kind],
    ...within.map((part) => safeFileName(part, 'folder')),
    safeFileName(name, 'picture.jpg'),
  ].join('/');
}

export const asJpeg = (name: string) => `${name.replace(/\.[^.]{1,8}$/, '')}.jpg`;

/** From this byte on. */
export async function openOriginal(file: Pick<SourceFile, 'open'>, from: number): Promise<Readable> {
  const { body, status } = await file.open(from === 0 ? null : `bytes=${from}-`);
  if (from === 0 || status === 206) return body;
  body.destroy();
  throw new Error('The source gives no parts');
}

type Making = {
  thumbnails: Pick<Thumbnails, 'get'>;
  person: number;
  captureDate: string;
  size: DownloadSize;
  originals: boolean;
  /** Subfolders of the linked ones: their names are for the crew only. */
  subfolders: boolean;
};

export function pictureEntries(pictures: readonly TakenPicture[], making: Making): PictureEntry[] {
  const { thumbnails, person, captureDate, size, originals, subfolders } = making;
  const asTaken = originals && size === 'full';
  const names = new Set<string>();
  return pictures.map((picture) => {
    const { file, capturedAt: taken } = picture;
    const { id, version } = file;
    const name = freeName(pathOf(picture, { name: asTaken ? file.name : asJpeg(file.name), subfolders }), names);
    const common = { name, taken, time: timeOf(taken, captureDate) };
    if (asTaken) return { ...common, bytes: file.bytes, open: (from: number) => openOriginal(file, from) };
    return {
      ...common,
      bytes: null,
      async open() {
        const asked = { id, version, person, picture: (side: number) => file.picture(side) };
        return Readable.from([(await thumbnails.get(asked, size, 'jpeg')).bytes], { objectMode: false });
      },
    };
  });
}

/** Identifies the exact bytes of a ZIP whose pictures are passed through. */
export function zipEtag(pictures: readonly TakenPicture[], entries: readonly PictureEntry[], title: string): string {
  const parts = pictures.map(({ file }, at) => [file.id, file.version, entries[at]?.name, entries[at]?.taken]);
  return `"${createHash('sha256')
    .update(JSON.stringify([title, parts]))
    .digest('base64url')
    .slice(0, 32)}"`;
}

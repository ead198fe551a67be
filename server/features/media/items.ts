// The files of a tab as its viewers need them: pixel sizes, and the addresses of their images and bytes.
import type { MediaItem, PictureSize } from '#contract/media.ts';
import type { ImageMetadata } from '#server/media/image-metadata.ts';
import type { SourceFile } from '#server/media/source.ts';
import type { MediaTab } from './session-link.ts';

/** The address of a file's images and bytes; `version` names its bytes, so that browsers may cache them for good. */
export function imageUrlOf(
  file: Pick<SourceFile, 'id' | 'version'>,
  { id, kind }: MediaTab,
  part: PictureSize | 'file',
): string {
  const item = `/api/sessions/${id}/media/${kind}/${encodeURIComponent(file.id)}`;
  return `${item}/${part}?v=${encodeURIComponent(file.version)}`;
}

/** Videos and GeoTIFFs are for everybody; a photo's own bytes say where it was taken. */
export function isDownloadable({ kind }: Pick<SourceFile, 'kind'>, { originals }: { originals: boolean }): boolean {
  return kind === 'video' || kind === 'geotiff' || (kind === 'image' && originals);
}

async function metadataOf(file: SourceFile): Promise<ImageMetadata> {
  const { width, height } = file;
  return (await file.metadata?.()) ?? { width, height, panorama: null };
}

type Reader = { originals: boolean; unreleased: ReadonlySet<string> };

export async function toItem(file: SourceFile, tab: MediaTab, reader: Reader): Promise<MediaItem> {
  const imageUrl = (size: PictureSize) => (file.kind === 'image' ? imageUrlOf(file, tab, size) : null);
  const { id, name, kind, bytes, embedUrl, webUrl } = file;
  return {
    id,
    name,
    kind,
    bytes,
    ...(await metadataOf(file)),
    thumbnailUrl: imageUrl('s400'),
    imageUrl: imageUrl('s1600'),
    fullUrl: imageUrl('full'),
    fileUrl: isDownloadable(file, reader) ? imageUrlOf(file, tab, 'file') : null,
    embedUrl,
    originalUrl: webUrl,
    unreleased: reader.unreleased.has(id) || undefined,
  };
}

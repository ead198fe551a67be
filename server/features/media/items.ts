// The files of a tab as its viewers need them: shapes, and the addresses of their pictures and bytes.
import type { MediaItem, PictureSize } from '#contract/media.ts';
import type { ImageMetadata } from '#server/media/image-metadata.ts';
import type { SourceFile } from '#server/media/source.ts';
import type { MediaTab } from './session-link.ts';

/** Where a file's pictures and bytes are found; `version` names its bytes, so that they may be kept for good. */
export function imageUrlOf(
  file: Pick<SourceFile, 'id' | 'version'>,
  { id, kind }: MediaTab,
  part: PictureSize | 'file',
): string {
  const item = `/api/sessions/${id}/media/${kind}/${encodeURIComponent(file.id)}`;
  return `${item}/${part}?v=${encodeURIComponent(file.version)}`;
}

/** Films and GeoTIFFs are for everybody; a photo's own bytes tell where it was taken. */
export function isDownloadable({ kind }: Pick<SourceFile, 'kind'>, { originals }: { originals: boolean }): boolean {
  return kind === 'video' || kind === 'geotiff' || (kind === 'image' && originals);
}

async function shapeOf(file: SourceFile): Promise<ImageMetadata> {
  const { width, height } = file;
  return (await file.shape?.()) ?? { width, height, panorama: null };
}

/** What one file is to a tab. */
export async function toItem(file: SourceFile, tab: MediaTab, may: { originals: boolean }): Promise<MediaItem> {
  const picture = (size: PictureSize) => (file.kind === 'image' ? imageUrlOf(file, tab, size) : null);
  const { id, name, kind, bytes, embedUrl, webUrl } = file;
  return {
    id,
    name,
    kind,
    bytes,
    ...(await shapeOf(file)),
    thumbnailUrl: picture('s400'),
    imageUrl: picture('s1600'),
    fullUrl: picture('full'),
    fileUrl: isDownloadable(file, may) ? imageUrlOf(file, tab, 'file') : null,
    embedUrl,
    originalUrl: webUrl,
  };
}

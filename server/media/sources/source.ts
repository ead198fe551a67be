// The interface of a source of media: folders on this machine, Google Drive, files of other hosts.
import type { Link } from '#contract/links/link.ts';
import type { ImageMetadata } from '#server/media/formats/image-metadata.ts';
import type { FileKind } from '#server/media/formats/media-types.ts';
import type { FileBytes } from '#server/media/formats/range.ts';
import { isTransient, MediaError } from '#server/media/source-errors.ts';

/** A file as its source lists it. `id` is provider and file id, as `local:<path>`; `version` changes when its bytes do. */
export type SourceFile = {
  id: string;
  name: string;
  /** The folder within the linked one that it lies in, as '100MEDIA'; '' for the linked one itself. */
  folder: string;
  kind: FileKind;
  bytes: number | null;
  /** A map of which a file beside it says where it lies. */
  isPlaced?: boolean;
  /** Of a kind that says nothing of who took a picture, and where: a document, an archive, a plan. */
  isHarmless?: boolean;
  version: string;
  /** Pixels as shown upright; null where the source does not say. */
  width: number | null;
  height: number | null;
  /** Address of its host's player or viewer for a frame; null where it has none. */
  embedUrl: string | null;
  /** Where a person opens it at its host; null for the product's own folders. */
  webUrl: string | null;
  /**
   * What an image with this longest side is made from: a path on this machine, or bytes that may already be smaller than
   * the original, never smaller than that side. Throws a MediaError.
   */
  picture(side: number): Promise<string | Buffer>;
  /** What the image's own header says, where reading it costs no download; it counts more than the fields above. */
  metadata?(): Promise<ImageMetadata>;
  /** Where it lies, if on this machine. */
  path?: string;
  /** The file's own bytes; `range` is a Range header as it came. Throws a MediaError. */
  open(range: string | null): Promise<FileBytes>;
};

/** A folder bound to a project by an admin: only beneath it are links honoured (behaviour §6.5). */
export type MediaRoot = { provider: 'local' | 'google-drive'; root: string };

/** How deep the folders within a linked folder are listed, and how many: DCIM/100MEDIA and what people make of it. */
export const maxFolderDepth = 3;
export const maxFolders = 60;

export type MediaSource = {
  /** The files behind a link in natural order of their names; throws a MediaError. null for a link that is not of this source. */
  list(link: Link, roots: readonly MediaRoot[]): Promise<SourceFile[] | null>;
};

/** Null where a link cannot be opened; what may pass is thrown. Of what the source does not list there are none. */
export async function listUnlessBroken(
  source: MediaSource,
  link: Link,
  roots: readonly MediaRoot[],
): Promise<SourceFile[] | null> {
  try {
    return (await source.list(link, roots)) ?? [];
  } catch (error) {
    if (error instanceof MediaError && !isTransient(error)) return null;
    throw error;
  }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** By folder and name, 2 before 12; what lies in no folder of its own comes first. */
export function inNaturalOrder<T extends { name: string; folder: string }>(files: T[]): T[] {
  return files.sort((a, b) => collator.compare(a.folder, b.folder) || collator.compare(a.name, b.name));
}

// All sources as one: a link goes to the source of its provider.

/** Links of any other provider (players, tours, maps) have no files for us: null. */
export function createSourceRouter(sources: { local: MediaSource; drive: MediaSource; web: MediaSource }): MediaSource {
  const { local, drive, web } = sources;
  const byProvider: Partial<Record<Link['provider'], MediaSource>> = {
    local,
    'google-drive': drive,
    dropbox: web,
    direct: web,
  };
  return {
    list: async (link, roots) => (await byProvider[link.provider]?.list(link, roots)) ?? null,
  };
}

// Uploads in a bucket as media: the folder of an upload is what the rows say, its files are read by parts.
import type { Link } from '#contract/links/link.ts';
import { createPromiseCache } from '#server/lib/memoize.ts';
import { refusal } from '#server/media/formats/decode-need.ts';
import { type DetectedFile, detectFile } from '#server/media/formats/detect-file-kind.ts';
import { previewIn } from '#server/media/formats/embedded-preview.ts';
import { createImageMetadata, type RemotePicture } from '#server/media/formats/image-metadata.ts';
import { kindOfType } from '#server/media/formats/media-types.ts';
import { createVideoMetadata } from '#server/media/formats/video-header.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { Storage } from '#server/media/storage/storage.ts';
import { remoteParts } from './remote-parts.ts';
import { inNaturalOrder, type MediaRoot, type MediaSource, type SourceFile } from './source.ts';
import { contentKey } from './upload-store.ts';

/** A kept file as its row says. */
export type KeptFile = { folder: string; name: string; bytes: number; sha256: string; type: string; version: string };
export type ListKept = (upload: string) => Promise<KeptFile[]>;
export type ListMoved = (upload: string) => Promise<Pick<KeptFile, 'folder' | 'name' | 'version'>[]>;

const maxCached = 20_000;
/** Headers with their colour profile and a panorama's description stand before. */
const headBytes = 524_288;

const notBound = new MediaError('not_bound', 'This folder is not bound to the project');
const notFound = new MediaError('not_found', 'There is no such upload: it may have been removed');

const isBound = (path: string, roots: readonly MediaRoot[]) =>
  roots.some(({ provider, root }) => provider === 'local' && (path === root || path.startsWith(`${root}/`)));

/** What its bytes are, its row says: only what may be a map, or holds a preview, is read. */
const isPlain = (type: string) => type !== 'image/tiff' && type !== 'image/heic';

function previewOf(file: Pick<RemotePicture, 'read'>): Promise<Buffer> {
  return previewIn(file.read).then((preview) => {
    if (preview) return preview;
    throw new MediaError('no_picture', 'This file holds no preview: open the original instead');
  });
}

/** As media know it, in a folder and in a bucket. */
export const idOfUploaded = (upload: string, { folder, name }: Pick<KeptFile, 'folder' | 'name'>) =>
  `local:uploads/${upload}/${folder === '' ? '' : `${folder}/`}${name}`;

const uploadOf = ({ provider, id }: Link) =>
  provider === 'local' ? /^uploads\/([0-9a-f]{32})(?:\/(.+))?$/.exec(id ?? '') : null;

/** Uploads in a folder: files that came from a bucket go by the versions that they had there. */
export function withVersionsOfMoved(source: MediaSource, listMoved: ListMoved): MediaSource {
  return {
    async list(link, roots) {
      const files = await source.list(link, roots);
      const [, upload] = uploadOf(link) ?? [];
      if (files === null || upload === undefined) return files;
      const versions = new Map((await listMoved(upload)).map((file) => [idOfUploaded(upload, file), file.version]));
      return versions.size === 0
        ? files
        : files.map((file) => ({ ...file, version: versions.get(file.id) ?? file.version }));
    },
  };
}

/** `contents`: every content under its hash. Ids are those that the same uploads have in a folder. */
export function createUploadedSource({ contents, listKept }: { contents: Storage; listKept: ListKept }): MediaSource {
  const metadataOf = createImageMetadata();
  const videos = createVideoMetadata();
  const detected = createPromiseCache<DetectedFile>(maxCached);

  async function toFile(upload: string, kept: KeptFile): Promise<SourceFile> {
    const { name, bytes, sha256, type, folder, version } = kept;
    const key = contentKey(sha256);
    const open: SourceFile['open'] = (range) => contents.read(key, bytes, range);
    const read = remoteParts(open, bytes);
    const copy = async () => {
      const path = await contents.local(key);
      if (path === null) throw notFound;
      return path;
    };
    const plain: DetectedFile = { kind: kindOfType(type), from: 'file' };
    const { kind, from, ...traits } = isPlain(type) ? plain : await detected(sha256, () => detectFile(read, name));
    const picture: RemotePicture = { head: () => read(0, Math.min(headBytes, bytes)), copy, read, bytes };
    const facts = {
      image: from === 'file' ? () => metadataOf(picture, sha256) : null,
      video: () => videos(sha256, (work) => work(read, bytes)),
      geotiff: null,
      file: null,
    }[kind];
    return {
      id: idOfUploaded(upload, kept),
      name,
      folder,
      kind,
      bytes,
      version,
      width: null,
      height: null,
      embedUrl: null,
      webUrl: null,
      ...traits,
      async picture() {
        if (from === null) throw refusal('no_picture');
        return from === 'file' ? copy() : previewOf({ read });
      },
      ...(facts ? { metadata: facts } : {}),
      open,
    };
  }

  return {
    /** null for what is no upload. */
    async list(link: Link, roots: readonly MediaRoot[]): Promise<SourceFile[] | null> {
      const path = link.id ?? '';
      const [, upload, within] = uploadOf(link) ?? [];
      if (upload === undefined) return null;
      if (!isBound(path, roots)) throw notBound;
      const kept = await listKept(upload);
      const isFolder = link.kind === 'folder';
      const wanted = kept.filter(({ folder, name }) => {
        if (within === undefined) return isFolder;
        return isFolder ? folder === within : (folder === '' ? name : `${folder}/${name}`) === within;
      });
      if (wanted.length === 0 && (within !== undefined || !isFolder)) throw notFound;
      const files = await Promise.all(wanted.map((file) => toFile(upload, file)));
      return inNaturalOrder(within === undefined || !isFolder ? files : files.map((file) => ({ ...file, folder: '' })));
    },
  };
}

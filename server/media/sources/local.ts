// Media in folders of this machine: the operator's media root, what was uploaded, and the demo's media. No path leads out of them.
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Link } from '#contract/links/link.ts';
import { fileVersion } from '#server/lib/file-version.ts';
import { refusal } from '#server/media/formats/decode-need.ts';
import { createFileKindDetector, type DetectedFile } from '#server/media/formats/detect-file-kind.ts';
import { readPreview } from '#server/media/formats/embedded-preview.ts';
import { createImageMetadata, unreadable } from '#server/media/formats/image-metadata.ts';
import { withFile } from '#server/media/formats/read-at.ts';
import { createVideoMetadata } from '#server/media/formats/video-header.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { openBytes } from '#server/media/storage/folder-storage.ts';
import {
  inNaturalOrder,
  type MediaRoot,
  type MediaSource,
  maxFolderDepth,
  maxFolders,
  type SourceFile,
} from './source.ts';

/** Folders by the first part of a path; '' serves what no other name takes. */
export type LocalFolders = { demo: string | null; mediaRoot: string | null; uploads?: string | null };

function isBeneath(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** On Windows a colon is a drive's letter, or a stream hidden behind a file. */
const unusable = process.platform === 'win32' ? /[\\:\0]/ : /[\\\0]/;

/** Only plain names: nothing empty or hidden, no absolute path or `..`. */
function isPlain(path: string): boolean {
  return path.split('/').every((part) => part !== '' && !part.startsWith('.') && !unusable.test(part));
}

/** The bound folders that a path names; symbolic links may still lead elsewhere. */
function rootsOver(path: string, roots: readonly MediaRoot[]): string[] {
  return roots.flatMap(({ provider, root }) =>
    provider === 'local' && (path === root || path.startsWith(`${root}/`)) ? [root] : [],
  );
}

type Location = { base: string; real: string };
/** A folder's listing; `changed` says whether a file was added or removed since. */
type ReadFolder = { real: string; changed: number };
type CachedList = { folders: ReadFolder[]; until: number; files: SourceFile[] };
/** `within`: its path within the linked folder. */
type FolderToRead = { real: string; path: string; within: string; depth: number };

/** Every image of an open album needs its folder's list; it is reused for this time, unless a file came or went. */
const listMilliseconds = 2_000;
const maxLists = 50;
const maxFiles = 5_000;

const notBound = new MediaError(
  'not_bound',
  'This folder is not bound to the project: an admin has to bind it under Media folders first',
);
const notFound = new MediaError(
  'not_found',
  'There is no such folder or file in the media folder: check the path, or copy the media there',
);

/** 0 for a folder that is gone. */
async function changedAt(folder: string): Promise<number> {
  return (await stat(folder).catch(() => null))?.mtimeMs ?? 0;
}

async function pictureOf(path: string, from: DetectedFile['from']): Promise<string | Buffer> {
  if (from === 'file') return path;
  if (from === null) throw refusal('no_picture');
  const preview = await readPreview(path).catch(() => null);
  if (!preview) throw new MediaError('no_picture', 'This file holds no preview: open the original instead');
  return preview;
}

/** Which folder serves a path, and the path within it. */
function folderOf({ demo, mediaRoot, uploads = null }: LocalFolders, path: string) {
  if (demo !== null && (path === 'demo' || path.startsWith('demo/'))) return { folder: demo, inside: path.slice(4) };
  const [, upload] = /^uploads\/([0-9a-f]{32}(?:\/.*)?)$/.exec(path) ?? [];
  return upload === undefined ? { folder: mediaRoot, inside: path } : { folder: uploads, inside: upload };
}

/** Real folder and real path of a media path; null where it does not exist or leads out. */
async function locate(folders: LocalFolders, path: string): Promise<Location | null> {
  const { folder, inside } = folderOf(folders, path);
  if (folder === null) return null;
  try {
    const base = await realpath(folder);
    const real = await realpath(join(base, inside));
    return isBeneath(base, real) ? { base, real } : null;
  } catch {
    return null;
  }
}

/** The real path of a media path, once it is checked to be plain, bound and within its folder. */
async function follow(folders: LocalFolders, path: string, roots: readonly MediaRoot[]): Promise<string> {
  const over = isPlain(path) ? rootsOver(path, roots) : [];
  if (over.length === 0) throw notBound;
  const found = await locate(folders, path);
  const bound = await Promise.all(over.map((root) => locate(folders, root)));
  if (!found || !bound.some((root) => root !== null && isBeneath(root.real, found.real))) throw notFound;
  return found.real;
}

/** The files of folders and of those within them, as they were read last while no folder has changed. */
function createFolderLists(toFile: (path: string, id: string, folder?: string) => Promise<SourceFile | null>) {
  const lists = new LRUCache<string, CachedList>({ max: maxLists });

  async function readFolder({ real, path, within, depth }: FolderToRead, room: number) {
    const entries = (await readdir(real, { withFileTypes: true })).filter(({ name }) => !name.startsWith('.'));
    const names = entries.filter((entry) => entry.isFile()).slice(0, room);
    const files = await Promise.all(names.map(({ name }) => toFile(join(real, name), `${path}/${name}`, within)));
    // Links to folders do not count as folders: they may lead in a circle.
    const folders = entries.flatMap((entry): FolderToRead[] => {
      const { name } = entry;
      if (!entry.isDirectory() || depth === maxFolderDepth) return [];
      const inside = within === '' ? name : `${within}/${name}`;
      return [{ real: join(real, name), path: `${path}/${name}`, within: inside, depth: depth + 1 }];
    });
    return { files: files.filter((file) => file !== null), folders };
  }

  async function readTree(real: string, path: string): Promise<Omit<CachedList, 'until'>> {
    const queue: FolderToRead[] = [{ real, path, within: '', depth: 0 }];
    const files: SourceFile[] = [];
    for (const folder of queue) {
      const found = await readFolder(folder, maxFiles - files.length);
      files.push(...found.files);
      queue.push(...found.folders.slice(0, maxFolders + 1 - queue.length));
    }
    const folders = queue.map(async (folder) => ({ real: folder.real, changed: await changedAt(folder.real) }));
    return { files: inNaturalOrder(files), folders: await Promise.all(folders) };
  }

  async function isUnchanged({ folders }: CachedList): Promise<boolean> {
    const now = await Promise.all(folders.map(({ real }) => changedAt(real)));
    return folders.every(({ changed }, index) => changed === now[index]);
  }

  return async function listFolder(real: string, path: string): Promise<SourceFile[]> {
    const key = `${real} ${path}`;
    const cached = lists.peek(key);
    if (cached && cached.until > Date.now() && (await isUnchanged(cached))) return cached.files;
    const list = await readTree(real, path);
    lists.set(key, { ...list, until: Date.now() + listMilliseconds });
    return list.files;
  };
}

/**
 * Lists `/media/folders/<path>` and `/media/files/<path>`. A path is taken only when it is plain, beneath a root bound to
 * the project, and still beneath that root and its folder after every symbolic link was followed.
 */
export function createLocalSource(folders: LocalFolders): MediaSource {
  const metadataOf = createImageMetadata();
  const videoMetadata = createVideoMetadata();
  const videoMetadataOf = (path: string, key: string) => videoMetadata(key, (work) => withFile(path, work));
  const detectFileKind = createFileKindDetector();
  async function toFile(path: string, id: string, folder = ''): Promise<SourceFile | null> {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) return null;
    const name = basename(path);
    const version = fileVersion(found);
    const { kind, from, ...traits } = await detectFileKind(path, { name, version });
    const ofImage = { file: metadataOf, preview: null, none: async () => unreadable }[from ?? 'none'];
    const read = { image: ofImage, video: videoMetadataOf, geotiff: null, file: null }[kind];
    return {
      id: `local:${id}`,
      name,
      folder,
      kind,
      bytes: found.size,
      version,
      width: null,
      height: null,
      embedUrl: null,
      webUrl: null,
      ...traits,
      picture: () => pictureOf(path, from),
      ...(read ? { metadata: () => read(path, `${path} ${version}`) } : {}),
      path,
      open: (range) => openBytes(path, range),
    };
  }

  const listFolder = createFolderLists(toFile);
  return {
    async list(link: Link, roots: readonly MediaRoot[]): Promise<SourceFile[] | null> {
      if (link.provider !== 'local') return null;
      const path = link.id ?? '';
      const real = await follow(folders, path, roots);
      const there = await stat(real);
      if (there.isDirectory() !== (link.kind === 'folder')) throw notFound;
      if (there.isDirectory()) return listFolder(real, path);
      const file = await toFile(real, path);
      if (!file) throw notFound;
      return [file];
    },
  };
}

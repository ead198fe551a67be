// Media in folders of this machine: the operator's media root, and the demo's media. No path leads out of them.
import { constants } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Link } from '#contract/links.ts';
import { createImageMetadata } from './image-metadata.ts';
import { kindOfType, typeOfName } from './media-types.ts';
import { parseRange, toContentRange } from './range.ts';
import {
  type FileBytes,
  inNaturalOrder,
  MediaError,
  type MediaRoot,
  type MediaSource,
  type SourceFile,
} from './source.ts';

/** Folders by the first part of a path; '' serves what no other name takes. */
export type LocalFolders = { demo: string | null; mediaRoot: string | null };

function isBeneath(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Only plain names: nothing empty or hidden, no absolute path, drive letter or `..`. */
function isPlain(path: string): boolean {
  return path.split('/').every((part) => part !== '' && !part.startsWith('.') && !/[\\:\0]/.test(part));
}

/** The bound folders that a path names; symbolic links may still lead elsewhere. */
function rootsOver(path: string, roots: readonly MediaRoot[]): string[] {
  return roots.flatMap(({ provider, root }) =>
    provider === 'local' && (path === root || path.startsWith(`${root}/`)) ? [root] : [],
  );
}

type Location = { base: string; real: string };
type CachedList = { changed: number; until: number; files: SourceFile[] };

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

/** Opened before a response begins: a file that is gone answers 404, and a symbolic link put in its place is not followed. */
async function openBytes(path: string, range: string | null): Promise<FileBytes> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => {
    throw notFound;
  });
  const { size } = await file.stat();
  const part = parseRange(range, size);
  if (part === null || part === 'unsatisfiable') {
    return { status: 200, bytes: size, range: null, body: file.createReadStream() };
  }
  const body = file.createReadStream({ start: part.first, end: part.last });
  return { status: 206, bytes: part.last - part.first + 1, range: toContentRange(part, size), body };
}

/**
 * Lists `/media/folders/<path>` and `/media/files/<path>`. A path is taken only when it is plain, beneath a root bound to
 * the project, and still beneath that root and its folder after every symbolic link was followed.
 */
export function createLocalSource(folders: LocalFolders): MediaSource {
  const metadataOf = createImageMetadata();
  const lists = new LRUCache<string, CachedList>({ max: maxLists });

  async function toFile(path: string, id: string): Promise<SourceFile | null> {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) return null;
    const name = basename(path);
    const kind = kindOfType(typeOfName(name));
    const version = `${found.mtimeMs.toString(36)}-${found.size.toString(36)}`;
    return {
      id: `local:${id}`,
      name,
      kind,
      bytes: found.size,
      version,
      width: null,
      height: null,
      embedUrl: null,
      webUrl: null,
      picture: async () => path,
      ...(kind === 'image' ? { metadata: () => metadataOf(path, `${path} ${version}`) } : {}),
      open: (range) => openBytes(path, range),
    };
  }

  /** Real folder and real path of a media path; null where it does not exist or leads out. */
  async function locate(path: string): Promise<Location | null> {
    const demo = folders.demo !== null && (path === 'demo' || path.startsWith('demo/'));
    const folder = demo ? folders.demo : folders.mediaRoot;
    if (folder === null) return null;
    const inside = demo ? path.slice('demo'.length) : path;
    try {
      const base = await realpath(folder);
      const real = await realpath(join(base, inside));
      return isBeneath(base, real) ? { base, real } : null;
    } catch {
      return null;
    }
  }

  async function isWithin(real: string, roots: readonly string[]): Promise<boolean> {
    const bound = await Promise.all(roots.map(locate));
    return bound.some((root) => root !== null && isBeneath(root.real, real));
  }

  async function readFolder(real: string, path: string): Promise<SourceFile[]> {
    const entries = (await readdir(real, { withFileTypes: true }))
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .slice(0, maxFiles);
    const files = await Promise.all(entries.map(({ name }) => toFile(join(real, name), `${path}/${name}`)));
    return inNaturalOrder(files.filter((file) => file !== null));
  }

  async function listFolder(real: string, path: string, changed: number): Promise<SourceFile[]> {
    const key = `${real} ${path}`;
    const cached = lists.peek(key);
    if (cached && cached.changed === changed && cached.until > Date.now()) return cached.files;
    const files = await readFolder(real, path);
    lists.set(key, { changed, until: Date.now() + listMilliseconds, files });
    return files;
  }

  /** The real path of a media path, once it is checked to be plain, bound and within its folder. */
  async function follow(path: string, roots: readonly MediaRoot[]): Promise<string> {
    const over = isPlain(path) ? rootsOver(path, roots) : [];
    if (over.length === 0) throw notBound;
    const found = await locate(path);
    if (!found || !(await isWithin(found.real, over))) throw notFound;
    return found.real;
  }

  return {
    async list(link: Link, roots: readonly MediaRoot[]): Promise<SourceFile[] | null> {
      if (link.provider !== 'local') return null;
      const path = link.id ?? '';
      const real = await follow(path, roots);
      const there = await stat(real);
      if (there.isDirectory() !== (link.kind === 'folder')) throw notFound;
      if (there.isDirectory()) return listFolder(real, path, there.mtimeMs);
      const file = await toFile(real, path);
      if (!file) throw notFound;
      return [file];
    },
  };
}

// Uploaded files on disk: partial uploads, every content once, and the folders of links to it that sessions show.
import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, mkdirSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import type { DataStore } from '@tus/server';
import { withFile } from '#server/media/formats/read-at.ts';
import { openBytes } from '#server/media/storage/folder-storage.ts';
import type { StoredFile } from '#server/media/storage/storage.ts';

/** `folder`: the group within its upload, '' for none. */
type Place = { folder: string; name: string };
export type KeptPlace = Place & { upload: string };
/** A copy that nobody writes to any more; it has no place yet. `etag`: which one it is, in a bucket. */
export type PreparedFile = { copy: string; sha256: string; etag?: string };
/** Its own files of facts are left out: what the rows say of an arriving file. */
type Facts = NonNullable<ConstructorParameters<typeof FileStore>[0]['configstore']>;

/** Uploads in a folder or in a bucket. Which files there are, and where they are shown, the rows say. */
export type UploadStore = {
  /** What takes parts of arriving files by the tus protocol. */
  receiver(facts: Facts): DataStore;
  /** The folder of an upload, empty at first. */
  begin(upload: string): Promise<void>;
  /** Room for a file that is about to arrive; one that has begun is left as it is. */
  expect(file: string, bytes: number): Promise<void>;
  /** How much of it is there; null for none. */
  bytesOf(file: string): Promise<number | null>;
  /** Its first bytes. @throws ENOENT if there are none */
  headOf(file: string): Promise<Buffer>;
  /** One whose last byte has come, to be read where it lies. @throws ENOENT if there is none */
  arrived(file: string): Promise<StoredFile>;
  /** Takes seconds for a large file. @throws ENOENT if there is none */
  prepare(file: string): Promise<PreparedFile>;
  /** Takes a moment, so that it can be done while a row is locked; idempotent. False if another file has that name: nothing is replaced. */
  place(prepared: PreparedFile, kept: KeptPlace): Promise<boolean>;
  forget(prepared: PreparedFile): Promise<void>;
  discard(file: string): Promise<void>;
  /** Takes everything but these out of a folder. */
  keepOnly(upload: string, kept: readonly Place[]): Promise<void>;
  /** What no row names any more. */
  removeContent(sha256: string): Promise<void>;
  /** Contents that may be named by no row, all placed before a moment: what a process that died left. */
  oldContents(before: number): Promise<string[]>;
  removeFolder(upload: string): Promise<void>;
  /** Ids of what lies among the arriving since before a moment. */
  arrivedBefore(moment: number): Promise<string[]>;
};

const headBytes = 64;
/** Where a content lies among the others, in a folder and in a bucket. */
export const contentKey = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`;

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Nothing that is there is ever replaced; answers whether `to` is this very file now. */
async function linkUnlessThere(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const [own, there] = await Promise.all([stat(from), stat(to).catch(() => null)]);
  return there !== null && own.ino === there.ino && own.dev === there.dev;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Whoever reads 'kept' may empty the camera's card: the bytes, and the name they go by, are on the disk before. */
async function flush(path: string, flags: 'r' | 'r+' = 'r+'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Windows writes folders by itself, and refuses to be asked. */
const flushFolder = (path: string) => (process.platform === 'win32' ? Promise.resolve() : flush(path, 'r'));

/** Files of a folder and of the groups in it. */
async function filesBelow(folder: string): Promise<Place[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => ({ folder: relative(folder, parentPath), name }));
}

/**
 * `root` is one folder for all processes. A file arrives under its random id; what is kept is a copy under its hash, and a folder's files
 * are hard links to that: the file system counts them.
 */
export function createUploadStore(root: string): UploadStore & { arriving: string; folders: string } {
  const [arriving, content, folders] = ['arriving', 'content', 'folders'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [arriving, content, folders]) mkdirSync(folder, { recursive: true });
  const arrivingPath = (file: string) => join(arriving, basename(file));
  /** At most one level deep, by names alone. */
  const placeOf = ({ upload, folder, name }: KeptPlace) =>
    join(folders, basename(upload), ...(folder === '' ? [] : [basename(folder)]), basename(name));
  const contentPath = (sha256: string) => join(content, contentKey(sha256));

  return {
    arriving,
    folders,

    receiver: (facts) => new FileStore({ directory: arriving, configstore: facts }),

    begin: async (upload) => {
      await mkdir(join(folders, basename(upload)), { recursive: true });
    },

    async expect(file) {
      await writeFile(arrivingPath(file), '', { flag: 'a', mode: 0o640 });
    },

    async bytesOf(file) {
      const found = await stat(arrivingPath(file)).catch(() => null);
      return found?.size ?? null;
    },

    async arrived(file) {
      const path = arrivingPath(file);
      const { size: bytes } = await stat(path);
      return { bytes, path, open: (range) => openBytes(path, range) };
    },

    headOf: (file) => withFile(arrivingPath(file), (read) => read(0, headBytes)),

    /** It makes a copy, so that a writer that still holds the arriving file open cannot change the content. */
    async prepare(file) {
      const copy = `${arrivingPath(file)}.${randomUUID()}`;
      try {
        await copyFile(arrivingPath(file), copy, constants.COPYFILE_FICLONE);
        await chmod(copy, 0o640);
        await flush(copy);
        return { copy, sha256: await hashOf(copy) };
      } catch (error) {
        await rm(copy, { force: true });
        throw error;
      }
    },

    async place({ copy, sha256 }, kept) {
      const [stored, place] = [contentPath(sha256), placeOf(kept)];
      await linkUnlessThere(copy, stored);
      // Content of which the last link is being taken away at this moment: then the copy itself is linked.
      const isPlaced = await linkUnlessThere(stored, place).catch((error) => {
        if (isMissing(error)) return linkUnlessThere(copy, place);
        throw error;
      });
      if (isPlaced) await flushFolder(dirname(place));
      return isPlaced;
    },

    forget: ({ copy }) => rm(copy, { force: true }),

    discard: (file) => rm(arrivingPath(file), { force: true }),

    async keepOnly(upload, kept) {
      const places = new Set(kept.map((place) => placeOf({ upload, ...place })));
      for (const file of await filesBelow(join(folders, basename(upload)))) {
        const place = placeOf({ upload, ...file });
        if (!places.has(place)) await rm(place, { force: true });
      }
    },

    /** Only what no folder links to either. */
    async removeContent(sha256) {
      const left = await stat(contentPath(sha256)).catch(() => null);
      if (left?.nlink === 1) await unlink(contentPath(sha256)).catch(() => undefined);
    },

    /** Those that nobody linked or unlinked since. */
    async oldContents(before) {
      const files = await Promise.all(
        (await filesBelow(content)).map(async ({ name }) => {
          const found = await stat(contentPath(name)).catch(() => null);
          return found?.nlink === 1 && found.ctimeMs < before ? [name] : [];
        }),
      );
      return files.flat();
    },

    removeFolder: (upload) => rm(join(folders, basename(upload)), { recursive: true, force: true }),

    async arrivedBefore(moment) {
      const names = await readdir(arriving);
      const old = await Promise.all(
        names.map(async (name) => ((await stat(join(arriving, name)).catch(() => null))?.mtimeMs ?? moment) < moment),
      );
      return names.filter((_, index) => old[index]);
    },
  };
}

// Uploaded files on disk: partial uploads, every content once, and the folders of links to it that sessions show.
import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, mkdirSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withFile } from '#server/media/formats/read-at.ts';

export type UploadStore = ReturnType<typeof createUploadStore>;

/** `folder`: the group within its upload, '' for none. */
type Place = { folder: string; name: string };
type KeptPlace = Place & { upload: string };
/** A copy that nobody writes to any more; it has no place yet. */
export type PreparedFile = { copy: string; sha256: string };

const headBytes = 64;

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
export function createUploadStore(root: string) {
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
  const contentPath = (sha256: string) => join(content, sha256.slice(0, 2), sha256);

  return {
    arriving,
    folders,

    /** The folder of an upload, empty at first. */
    begin: async (upload: string): Promise<void> => {
      await mkdir(join(folders, basename(upload)), { recursive: true });
    },

    /** Room for a file that is about to arrive; one that has begun is left as it is. */
    async expect(file: string): Promise<void> {
      await writeFile(arrivingPath(file), '', { flag: 'a', mode: 0o640 });
    },

    /** How much of it is there; null for none. */
    async bytesOf(file: string): Promise<number | null> {
      const found = await stat(arrivingPath(file)).catch(() => null);
      return found?.size ?? null;
    },

    headOf: (file: string): Promise<Buffer> => withFile(arrivingPath(file), (read) => read(0, headBytes)),

    /**
     * Takes seconds for a large file. It makes a copy, so that a writer that still holds the arriving file open cannot change the content.
     */
    async prepare(file: string): Promise<PreparedFile> {
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

    /**
     * Takes a moment, so that it can be done while a row is locked; idempotent. False if another file has that name: nothing is replaced.
     */
    async place({ copy, sha256 }: PreparedFile, kept: KeptPlace): Promise<boolean> {
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

    forget: ({ copy }: PreparedFile): Promise<void> => rm(copy, { force: true }),

    discard: (file: string): Promise<void> => rm(arrivingPath(file), { force: true }),

    /** Takes everything but these out of a folder. */
    async keepOnly(upload: string, kept: readonly Place[]): Promise<void> {
      const places = new Set(kept.map((place) => placeOf({ upload, ...place })));
      for (const file of await filesBelow(join(folders, basename(upload)))) {
        const place = placeOf({ upload, ...file });
        if (!places.has(place)) await rm(place, { force: true });
      }
    },

    /** What no folder links to any more. */
    async removeContent(sha256: string): Promise<void> {
      const left = await stat(contentPath(sha256)).catch(() => null);
      if (left?.nlink === 1) await unlink(contentPath(sha256)).catch(() => undefined);
    },

    /** The same of all that nobody linked or unlinked since a moment: what a process that died left. */
    async removeUnlinked(since: number): Promise<void> {
      for (const { name } of await filesBelow(content)) {
        const found = await stat(contentPath(name)).catch(() => null);
        if (found?.nlink === 1 && found.ctimeMs < since) await unlink(contentPath(name)).catch(() => undefined);
      }
    },

    removeFolder: (upload: string): Promise<void> =>
      rm(join(folders, basename(upload)), { recursive: true, force: true }),

    /** Ids of what lies among the arriving since before a moment. */
    async arrivedBefore(moment: number): Promise<string[]> {
      const names = await readdir(arriving);
      const old = await Promise.all(
        names.map(async (name) => ((await stat(join(arriving, name)).catch(() => null))?.mtimeMs ?? moment) < moment),
      );
      return names.filter((_, index) => old[index]);
    },
  };
}

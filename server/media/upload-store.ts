// What was uploaded, on disk: what still travels, every content once, and the folders of links to it that sessions show.
import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, mkdirSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withFile } from './read-at.ts';

export type UploadStore = ReturnType<typeof createUploadStore>;

/** `folder`: the group within its upload, '' for none. */
type KeptPlace = { upload: string; folder: string; name: string };

const headBytes = 64;

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

async function linkUnlessThere(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Whoever reads 'kept' may empty the camera's card: the bytes are on the disk before. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
}

/**
 * `root` is one folder for all processes. A file arrives under its random id; what is kept is a copy under its hash, and a folder's files are
 * hard links to that: the file system counts how many there are.
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

  /** What is written while it is hashed would be another content: whoever still holds the arriving file open cannot reach the copy. */
  async function copyAndHash(file: string): Promise<{ copy: string; sha256: string }> {
    const copy = `${arrivingPath(file)}.${randomUUID()}`;
    await copyFile(arrivingPath(file), copy, constants.COPYFILE_FICLONE);
    await chmod(copy, 0o640);
    await flush(copy);
    return { copy, sha256: await hashOf(copy) };
  }

  /** In place of what may be there. */
  async function putLink(from: string, to: string): Promise<void> {
    const fresh = join(arriving, randomUUID());
    await mkdir(dirname(to), { recursive: true });
    await link(from, fresh);
    await rename(fresh, to);
    // Where both were links to one file already, renaming leaves both.
    await rm(fresh, { force: true });
  }

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

    /** Puts a whole file into its folder; done twice it leaves the same. Answers the hash of what it kept. */
    async keep(file: string, kept: KeptPlace): Promise<string> {
      const { copy, sha256 } = await copyAndHash(file);
      try {
        await linkUnlessThere(copy, contentPath(sha256));
        const place = placeOf(kept);
        // Content of which the last link is being taken away at this moment: then the copy itself is linked.
        await putLink(contentPath(sha256), place).catch((error) => {
          if (isMissing(error)) return putLink(copy, place);
          throw error;
        });
      } finally {
        await rm(copy, { force: true });
      }
      return sha256;
    },

    discard: (file: string): Promise<void> => rm(arrivingPath(file), { force: true }),

    /** Takes a kept file out of its folder, and its content where nothing else links to it. */
    async remove({ sha256, ...kept }: KeptPlace & { sha256: string }): Promise<void> {
      await rm(placeOf(kept), { force: true });
      const left = await stat(contentPath(sha256)).catch(() => null);
      if (left?.nlink === 1) await unlink(contentPath(sha256)).catch(() => undefined);
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

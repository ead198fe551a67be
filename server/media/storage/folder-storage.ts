// Files in a folder of this machine, or one that several machines share.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type FileBytes, parseRange, toContentRange } from '#server/media/formats/range.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { Storage, StoredName } from './storage.ts';

/** Opened before a response begins: a file that is gone is known then, and a symbolic link put in its place is not followed. */
export async function openBytes(path: string, range: string | null): Promise<FileBytes> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => {
    throw new MediaError(
      'not_found',
      'There is no such folder or file in the media folder: check the path, or copy the media there',
    );
  });
  const { size } = await file.stat();
  const part = parseRange(range, size);
  if (part === null || part === 'unsatisfiable') {
    return { status: 200, bytes: size, range: null, body: file.createReadStream() };
  }
  const body = file.createReadStream({ start: part.first, end: part.last });
  return { status: 206, bytes: part.last - part.first + 1, range: toContentRange(part, size), body };
}

/** The folder is made with its first file, and may be emptied at any time by the operator. */
export function createFolderStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, key);

  async function toName(path: string): Promise<StoredName[]> {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) return [];
    return [{ key: relative(folder, path).split(sep).join('/'), bytes: found.size, changedAt: found.mtimeMs }];
  }

  async function use(key: string): Promise<boolean> {
    const now = new Date();
    return utimes(pathOf(key), now, now).then(
      () => true,
      () => false,
    );
  }

  return {
    async put(key, path) {
      await mkdir(dirname(pathOf(key)), { recursive: true });
      await rename(path, pathOf(key));
    },

    async add(key, path) {
      const part = `${pathOf(key)}.${randomUUID()}.part`;
      await mkdir(dirname(part), { recursive: true });
      try {
        await copyFile(path, part);
        await rename(part, pathOf(key));
      } finally {
        await rm(part, { force: true });
      }
    },

    async find(key) {
      const path = pathOf(key);
      const found = await stat(path).catch(() => null);
      return found && { bytes: found.size, path, open: (range) => openBytes(path, range) };
    },

    read: (key, ...[, range]) => openBytes(pathOf(key), range),

    use,

    local: async (key) => ((await use(key)) ? pathOf(key) : null),

    async list(prefix) {
      const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
      const files = await Promise.all(entries.map(({ parentPath, name }) => toName(join(parentPath, name))));
      return files.flat().filter(({ key }) => key.startsWith(prefix));
    },

    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

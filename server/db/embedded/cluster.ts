// Making the shipped database's data folder: once, whole or not at all.
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
import { StartupError } from '#server/db/startup-error.ts';
import type { Binaries } from './binaries.ts';
import type { DataDirectory } from './data-directory.ts';
import { run } from './process.ts';
import { startupErrorMessage } from './startup-error-messages.ts';

/** The passwords, kept beside the data in a file only its keeper may read. `app` is what the product itself uses. */
export type Secrets = { superuser: string; app: string };

const SECRETS = 'topout-passwords.json';

/** Where the system lacks C.UTF-8 (macOS, Windows) letters are still told apart by PostgreSQL's own tables. */
const CHARACTER_KINDS: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['C.UTF-8', 'C'],
  darwin: ['C.UTF-8', 'en_US.UTF-8', 'C'],
};

/**
 * Refuses a data folder that this PostgreSQL cannot run on.
 *
 * @throws Refusal for another major version, and for a folder that is not a database.
 */
export function checkCluster(place: DataDirectory, major: string): void {
  if (!existsSync(place.cluster) || readdirSync(place.cluster).length === 0) return;
  const file = join(place.cluster, 'PG_VERSION');
  if (!existsSync(file))
    throw new StartupError(`${place.cluster} is not a database of Topout: move it away or set DATA_DIR.`);
  const found = readFileSync(file, 'utf8').trim();
  if (found === major) return;
  throw new StartupError(
    `The database in ${place.cluster} was made by PostgreSQL ${found}, and this version of Topout brings ${major}. ` +
      'Start the earlier version of Topout, run there "npm run backup FILE", move the data folder away, and run here "npm run restore FILE".',
  );
}

/**
 * Makes the data folder unless it is there. Everything happens in a folder of another name, which becomes the real one by a single
 * rename: a start that was killed half-way leaves nothing that the next one could mistake for a database.
 *
 * @returns whether it had to be made.
 */
export async function ensureCluster(place: DataDirectory, binaries: Binaries): Promise<boolean> {
  clearHalves(place.home);
  if (existsSync(join(place.cluster, 'PG_VERSION'))) {
    takeFromRoot(place);
    return false;
  }
  const half = `${place.cluster}.tmp-${randomBytes(4).toString('hex')}`;
  const passwordFile = `${half}.password`;
  const secrets: Secrets = { superuser: newPassword(), app: newPassword() };
  try {
    mkdirSync(half, { mode: 0o700 });
    writeFileSync(passwordFile, `${secrets.superuser}\n`, { mode: 0o600 });
    if (place.owner) for (const path of [half, passwordFile]) chownSync(path, place.owner.uid, place.owner.gid);
    await initialise({ place, binaries, half, passwordFile });
    appendFileSync(join(half, 'postgresql.conf'), "\ninclude_if_exists 'topout.conf'\n");
    writeFileSync(join(half, SECRETS), JSON.stringify(secrets), { mode: 0o600 });
    rmSync(place.cluster, { recursive: true, force: true });
    renameSync(half, place.cluster);
    return true;
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(half, { recursive: true, force: true });
  }
}

/** @throws Refusal when another user keeps them, or they are gone. */
export function readSecrets(place: DataDirectory): Secrets {
  const file = join(place.cluster, SECRETS);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const denied = ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
    throw new StartupError(
      denied
        ? `The database in ${place.cluster} belongs to another user: run this as the user who starts Topout.`
        : `The passwords of the database are missing: bring back ${file} from a copy.`,
    );
  }
}

type Making = { place: DataDirectory; binaries: Binaries; half: string; passwordFile: string };

async function initialise({ place, binaries, half, passwordFile }: Making): Promise<void> {
  const args = ['-D', half, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '--no-instructions'];
  // Byte order everywhere, and no dependence on the system's language or its next update.
  args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  let output = '';
  for (const kind of CHARACTER_KINDS[process.platform] ?? ['C']) {
    const initdb = join(binaries.folder, 'bin', 'initdb');
    const made = await run(initdb, [...args, `--lc-ctype=${kind}`], { owner: place.owner, cwd: place.home });
    if (made.ok) return;
    output = made.output;
    if (!output.includes('invalid locale name')) break;
  }
  throw startupErrorMessage(output, place.home);
}

/** Root may have unpacked or copied it; PostgreSQL works only on what is its user's own. */
function takeFromRoot({ cluster, owner }: DataDirectory): void {
  if (!owner || statSync(cluster).uid !== 0) return;
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(cluster, name), owner.uid, owner.gid);
  }
  chmodSync(cluster, 0o700);
  // Last, because it is what this is recognised by.
  lchownSync(cluster, owner.uid, owner.gid);
}

function clearHalves(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith('pg.tmp-')) rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function newPassword(): string {
  return randomBytes(24).toString('hex');
}

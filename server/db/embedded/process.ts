// Which processes live, what they are, and how a program is run to its end as another user.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** The user a child runs as; null is whoever runs us. */
export type Owner = { uid: number; gid: number };

const linux = process.platform === 'linux';

/** The fields of `/proc/<pid>/stat` after the name, which itself may hold spaces and brackets. */
function procFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** To the system 0 and the negative numbers mean whole groups of processes, our own among them. */
function isProcess(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0;
}

/** A dead child whose parent never asked for it still has a process id; it counts as dead. */
export function isAlive(pid: number): boolean {
  if (!isProcess(pid)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !(linux && procFields(pid)?.[0] === 'Z');
}

/** Tells two processes apart that got the same id one after the other; '' where the system does not say. */
export function bornAt(pid: number): string {
  if (linux) return procFields(pid)?.[19] ?? '';
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/**
 * Is this process a PostgreSQL server on exactly this folder? A server stands in its data folder, which /proc shows even when
 * the folder was renamed or copied; elsewhere only the folder it wrote down itself can be compared.
 */
export function servesFolder(pid: number, folder: string, written: string): boolean {
  if (!isAlive(pid)) return false;
  if (!linux) return written === folder;
  try {
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return name.startsWith('postgres') && readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return written === folder;
  }
}

/** Resolves when the process is gone, at the latest `patience` milliseconds from now; says whether it is. */
export async function waitUntilGone(pid: number, patience: number): Promise<boolean> {
  const end = Date.now() + patience;
  while (isAlive(pid)) {
    if (Date.now() > end) return false;
    await delay(20);
  }
  return true;
}

/** Sends a signal and does not mind when nobody is there any more. */
export function signal(pid: number, name: NodeJS.Signals): void {
  if (!isProcess(pid)) throw new RangeError(`${pid} is no process`);
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Nothing of our own environment (secrets, PG variables, the system's language) reaches PostgreSQL; Windows needs its own. */
export const childEnvironment: { env?: NodeJS.ProcessEnv } =
  process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' } };

/** Runs a program to its end. `output` is everything it said, on either stream. */
export function run(
  file: string,
  args: string[],
  options: { owner: Owner | null; cwd: string },
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    execFile(file, args, { ...options.owner, cwd: options.cwd, ...childEnvironment }, (error, stdout, stderr) => {
      const silent = error && !stdout && !stderr ? error.message : '';
      resolve({ ok: !error, output: `${stdout}${stderr}${silent}` });
    });
  });
}

// The lock file: one process at a time runs a data folder's database.
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { bornAt, isAlive } from './process.ts';

/** `server` runs the database for others; `command` is an operator's command, which ends soon. */
export type Purpose = 'server' | 'command';
export type Holder = { pid: number; born: string; purpose: Purpose; file: string };

/** An empty file is being written at this moment; if it stays empty, its writer died. */
const WRITING_MS = 2_000;

/** The living process that holds the lock, or null. */
export function holderOf(file: string): Holder | null {
  const found = read(file);
  return typeof found === 'object' ? found : null;
}

/** Takes the lock for this process and returns null, or returns who holds it. The lock of a dead holder is replaced. */
export async function takeLock(file: string, purpose: Purpose): Promise<Holder | null> {
  for (;;) {
    if (write(file, purpose)) return null;
    const found = read(file);
    if (typeof found === 'object' && found) return found;
    if (found === 'being written') await delay(20);
    else breakLock(file);
  }
}

/** Releases the lock of `takeLock`. */
export function dropLock(file: string): void {
  rmSync(file, { force: true });
}

function write(file: string, purpose: Purpose): boolean {
  const holder: Holder = { pid: process.pid, born: bornAt(process.pid), purpose, file };
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // On a full disk the file may be there and empty.
    rmSync(file, { force: true });
    throw error;
  }
}

/** `lock` is the path that the file must name: a lock that was copied with its folder says nothing about the copy. */
function read(file: string, lock = file): Holder | 'being written' | null {
  try {
    const holder: Holder = JSON.parse(readFileSync(file, 'utf8'));
    const living = holder.file === lock && isAlive(holder.pid) && bornAt(holder.pid) === holder.born;
    return living ? holder : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (!(error instanceof SyntaxError)) throw error;
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    return age < WRITING_MS ? 'being written' : null;
  }
}

/** Two processes may find the same dead lock: renaming lets one win, and a lock made in between is restored. */
function breakLock(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (read(aside, file) !== null) linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  rmSync(aside, { force: true });
}

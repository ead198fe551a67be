// Starting the shipped server, taking over one that runs already, and stopping it.
import { spawn } from 'node:child_process';
import { closeSync, fchownSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '#server/db/startup-error.ts';
import type { Binaries } from './binaries.ts';
import type { DataDirectory } from './data-directory.ts';
import { findRunning, putAsideForeignPidFile, type Running } from './pid-file.ts';
import { childEnvironment, isAlive, run, signal, waitUntilGone } from './process.ts';
import { type Listening, writeSettings } from './settings.ts';
import { startupErrorMessage } from './startup-error-messages.ts';

/** Everything a start needs to know. `signal` ends a start that takes too long for somebody who wants to stop. */
export type Launch = {
  place: DataDirectory;
  binaries: Binaries;
  listening: Listening;
  disposable: boolean;
  password: string;
  log: (sentence: string) => void;
  signal: AbortSignal;
};

/** After a kill the old server's children hold its memory for two or three seconds, and the new one refuses so long. */
const LEFTOVERS_MS = 10_000;
const STRANGER_MS = 30_000;
const RECOVERY_MS = 5_000;
const STOP_MS = 8_500;
const LOG_BYTES = 5_000_000;
const HELD = /lock file "[^"]*" already exists|pre-existing shared memory|Address already in use/;

/**
 * Answers a server that takes connections: the one that runs on this folder already, else a new one.
 *
 * @throws Refusal with PostgreSQL's own reason when it does not start.
 */
export async function startServer(launch: Launch): Promise<Running & { adopted: boolean }> {
  const end = Date.now() + LEFTOVERS_MS;
  for (;;) {
    const orphan = await adopt(launch);
    if (orphan) return { ...orphan, adopted: true };
    const tried = await start(launch);
    if ('pid' in tried) return { ...tried, adopted: false };
    if (!HELD.test(tried.output) || Date.now() > end) throw startupErrorMessage(tried.output, launch.place.home);
    await delay(200);
  }
}

/** Stops it the fast way: open transactions are undone, committed ones are on the disk. Done within 10 seconds. */
export async function stopServer(pid: number, place: DataDirectory, binaries: Binaries): Promise<void> {
  if (process.platform === 'win32') {
    const args = ['stop', '-D', place.cluster, '-m', 'fast', '-t', String(STOP_MS / 1000)];
    await run(join(binaries.folder, 'bin', 'pg_ctl'), args, { owner: null, cwd: place.home });
    return;
  }
  signal(pid, 'SIGINT');
  if (await waitUntilGone(pid, STOP_MS)) return;
  // At once, like a crash: nothing is lost, the next start takes longer.
  signal(pid, 'SIGQUIT');
  if (!(await waitUntilGone(pid, 1_000))) signal(pid, 'SIGKILL');
}

/** One starting up, or stopping after its Node crashed, is waited for. */
async function adopt(launch: Launch): Promise<Running | null> {
  const { place, signal: given } = launch;
  const end = Date.now() + STRANGER_MS;
  for (;;) {
    const running = findRunning(place.cluster);
    if (!running) return null;
    if (running.ready && (await answers(running, launch.password))) return running;
    given.throwIfAborted();
    if (Date.now() > end) {
      throw new StartupError(
        `A PostgreSQL server (process ${running.pid}) works on ${place.cluster} but does not answer: stop it with "kill -INT ${running.pid}" and start again.`,
      );
    }
    await delay(50);
  }
}

async function start(launch: Launch): Promise<Running | { output: string }> {
  const { place, listening } = launch;
  putAsideForeignPidFile(place.cluster);
  writeSettings(place, listening, launch.disposable);
  const journal = openJournal(place);
  const server = process.platform === 'win32' ? startThroughControl(launch, journal) : startDirectly(launch, journal);
  const late = setTimeout(() => launch.log('Database: recovering, this can take some minutes'), RECOVERY_MS);
  try {
    const running = await whenReady(launch, server);
    return running ?? { output: server.failed() + readFileSync(journal.file).subarray(journal.from).toString() };
  } finally {
    clearTimeout(late);
    closeSync(journal.fd);
  }
}

/** However long that takes, as long as it lives: after a crash it works through what it had written down. Null when it ended. */
async function whenReady(launch: Launch, server: Starting): Promise<Running | null> {
  for (;;) {
    const ours = ourRunning(launch, server);
    if (ours?.ready && (await answers(ours, launch.password))) return ours;
    if (!ours && server.failed()) return null;
    if (launch.signal.aborted) await giveUp(launch, ours?.pid ?? server.pid);
    await delay(20);
  }
}

function ourRunning({ place }: Launch, { pid }: Starting): Running | null {
  const running = findRunning(place.cluster);
  return running && (pid === null || running.pid === pid) ? running : null;
}

async function giveUp({ place, binaries, signal: given }: Launch, pid: number | null): Promise<never> {
  if (pid !== null) await stopServer(pid, place, binaries);
  throw given.reason;
}

type Journal = { file: string; fd: number; from: number };

/** PostgreSQL writes into this file by itself, so it goes on when Node is gone. `from` is where this start's part begins. */
function openJournal({ cluster, owner }: DataDirectory): Journal {
  const file = join(cluster, 'server.log');
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) renameSync(file, `${file}.1`);
  const fd = openSync(file, 'a', 0o600);
  if (owner) fchownSync(fd, owner.uid, owner.gid);
  return { file, fd, from: statSync(file).size };
}

/** `failed` is empty while there is hope, else the reason as far as Node knows it. */
type Starting = { pid: number | null; failed: () => string };

/** In a process group of its own: a Ctrl-C in the terminal is for Node, which lets requests finish first. */
function startDirectly({ place, binaries }: Launch, journal: Journal): Starting {
  const child = spawn(join(binaries.folder, 'bin', 'postgres'), ['-D', place.cluster], {
    ...place.owner,
    ...childEnvironment,
    cwd: place.home,
    detached: true,
    stdio: ['ignore', journal.fd, journal.fd],
  });
  let failed = '';
  child.once('error', (error) => {
    failed = `${error.message}\n`;
  });
  child.once('exit', (code, by) => {
    failed ||= `it ended with ${by ?? code}\n`;
  });
  child.unref();
  return { pid: child.pid ?? null, failed: () => failed };
}

/** postgres.exe refuses an administrator; pg_ctl takes those rights away first. */
function startThroughControl({ place, binaries }: Launch, journal: Journal): Starting {
  let failed = '';
  const args = ['start', '-D', place.cluster, '-l', journal.file, '-w', '-t', '300'];
  void run(join(binaries.folder, 'bin', 'pg_ctl'), args, { owner: null, cwd: place.home }).then(({ ok, output }) => {
    if (!ok) failed = output;
  });
  return { pid: null, failed: () => failed };
}

/** @throws Refusal when it answers, but not to our password: then it is not this folder's server. */
async function answers({ host, port, pid }: Running, password: string): Promise<boolean> {
  const client = new pg.Client({
    host,
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  });
  // A server that goes away at this very moment is not worth a word.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('28') && isAlive(pid)) {
      throw new StartupError(`The PostgreSQL server with process id ${pid} does not know our password.`);
    }
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

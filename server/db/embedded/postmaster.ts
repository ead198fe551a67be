// Starts the shipped server, adopts one that already runs, and stops it.

import { spawn } from 'node:child_process';
import { closeSync, fchownSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartupError, startupErrorMessage } from '#server/db/startup-error.ts';
import type { Binaries } from './binaries.ts';
import type { DataDirectory } from './data-directory.ts';
import { type Listening, writeSettings } from './data-directory.ts';
import { childEnvironment, isAlive, run, servesFolder, signal, waitUntilGone } from './process.ts';

/** Everything a start needs. `signal` aborts a start that takes too long for somebody who wants to stop. */
export type Launch = {
  directory: DataDirectory;
  binaries: Binaries;
  listening: Listening;
  disposable: boolean;
  password: string;
  log: (sentence: string) => void;
  signal: AbortSignal;
};

/** After a kill the old server's children hold its shared memory for two or three seconds, and a new one cannot start. */
const SHARED_MEMORY_WAIT_MS = 10_000;
const ADOPT_TIMEOUT_MS = 30_000;
const RECOVERY_MS = 5_000;
const STOP_MS = 8_500;
const LOG_BYTES = 5_000_000;
const STILL_LOCKED = /lock file "[^"]*" already exists|pre-existing shared memory|Address already in use/;

/**
 * Answers a server that accepts connections: the one that already runs on this folder, else a new one.
 *
 * @throws StartupError with PostgreSQL's own reason when it does not start.
 */
export async function startServer(launch: Launch): Promise<Running & { adopted: boolean }> {
  const end = Date.now() + SHARED_MEMORY_WAIT_MS;
  for (;;) {
    const orphan = await adopt(launch);
    if (orphan) return { ...orphan, adopted: true };
    const tried = await start(launch);
    if ('pid' in tried) return { ...tried, adopted: false };
    if (!STILL_LOCKED.test(tried.output) || Date.now() > end)
      throw startupErrorMessage(tried.output, launch.directory.home);
    await delay(200);
  }
}

/** A fast shutdown: open transactions are rolled back, committed ones are on disk. Takes at most 10 seconds. */
export async function stopServer(pid: number, directory: DataDirectory, binaries: Binaries): Promise<void> {
  if (process.platform === 'win32') {
    const args = ['stop', '-D', directory.cluster, '-m', 'fast', '-t', String(STOP_MS / 1000)];
    await run(join(binaries.folder, 'bin', 'pg_ctl'), args, { owner: null, cwd: directory.home });
    return;
  }
  signal(pid, 'SIGINT');
  if (await waitUntilGone(pid, STOP_MS)) return;
  // Immediate, like a crash: nothing is lost, but the next start takes longer.
  signal(pid, 'SIGQUIT');
  if (!(await waitUntilGone(pid, 1_000))) signal(pid, 'SIGKILL');
}

/** Waits for one that is starting, or stopping after its Node crashed. */
async function adopt(launch: Launch): Promise<Running | null> {
  const { directory, signal: abortSignal } = launch;
  const end = Date.now() + ADOPT_TIMEOUT_MS;
  for (;;) {
    const running = findRunning(directory.cluster);
    if (!running) return null;
    if (running.ready && (await answers(running, launch.password))) return running;
    abortSignal.throwIfAborted();
    if (Date.now() > end) {
      throw new StartupError(
        `A PostgreSQL server (process ${running.pid}) works on ${directory.cluster} but does not answer: stop it with "kill -INT ${running.pid}" and start again.`,
      );
    }
    await delay(50);
  }
}

async function start(launch: Launch): Promise<Running | { output: string }> {
  const { directory, listening } = launch;
  putAsideForeignPidFile(directory.cluster);
  writeSettings(directory, listening, launch.disposable);
  const serverLog = openServerLog(directory);
  const server =
    process.platform === 'win32' ? startThroughControl(launch, serverLog) : startDirectly(launch, serverLog);
  const slowNotice = setTimeout(() => launch.log('Database: recovering, this can take some minutes'), RECOVERY_MS);
  try {
    const running = await whenReady(launch, server);
    return running ?? { output: server.failed() + readFileSync(serverLog.file).subarray(serverLog.from).toString() };
  } finally {
    clearTimeout(slowNotice);
    closeSync(serverLog.fd);
  }
}

/** Waits as long as the process lives: after a crash it replays its log. Null when it ended. */
async function whenReady(launch: Launch, server: Starting): Promise<Running | null> {
  for (;;) {
    const ours = ourRunning(launch, server);
    if (ours?.ready && (await answers(ours, launch.password))) return ours;
    if (!ours && server.failed()) return null;
    if (launch.signal.aborted) await abortStart(launch, ours?.pid ?? server.pid);
    await delay(20);
  }
}

function ourRunning({ directory }: Launch, { pid }: Starting): Running | null {
  const running = findRunning(directory.cluster);
  return running && (pid === null || running.pid === pid) ? running : null;
}

async function abortStart({ directory, binaries, signal: abortSignal }: Launch, pid: number | null): Promise<never> {
  if (pid !== null) await stopServer(pid, directory, binaries);
  throw abortSignal.reason;
}

type ServerLog = { file: string; fd: number; from: number };

/** PostgreSQL writes into this file by itself, so it continues when Node is gone. `from` is where this start's part begins. */
function openServerLog({ cluster, owner }: DataDirectory): ServerLog {
  const file = join(cluster, 'server.log');
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) renameSync(file, `${file}.1`);
  const fd = openSync(file, 'a', 0o600);
  if (owner) fchownSync(fd, owner.uid, owner.gid);
  return { file, fd, from: statSync(file).size };
}

/** `failed` is empty while the process may still start, else the reason as far as Node knows it. */
type Starting = { pid: number | null; failed: () => string };

/** In its own process group: a Ctrl-C in the terminal only reaches Node, which lets requests finish first. */
function startDirectly({ directory, binaries }: Launch, serverLog: ServerLog): Starting {
  const child = spawn(join(binaries.folder, 'bin', 'postgres'), ['-D', directory.cluster], {
    ...directory.owner,
    ...childEnvironment,
    cwd: directory.home,
    detached: true,
    stdio: ['ignore', serverLog.fd, serverLog.fd],
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

/** postgres.exe refuses to run as administrator; pg_ctl drops those rights first. */
function startThroughControl({ directory, binaries }: Launch, serverLog: ServerLog): Starting {
  let failed = '';
  const args = ['start', '-D', directory.cluster, '-l', serverLog.file, '-w', '-t', '300'];
  void run(join(binaries.folder, 'bin', 'pg_ctl'), args, { owner: null, cwd: directory.home }).then(
    ({ ok, output }) => {
      if (!ok) failed = output;
    },
  );
  return { pid: null, failed: () => failed };
}

/** @throws StartupError when it refuses our password: then it is not this folder's server. */
async function answers({ host, port, pid }: Running, password: string): Promise<boolean> {
  const client = new pg.Client({
    host,
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  });
  // A server that stops at this moment is no error.
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

// Reads postmaster.pid: what a running PostgreSQL server writes about itself into its data folder.

/** `host` is the folder of the unix socket, or a loopback address. `ready` once it accepts connections. */
type Running = { pid: number; host: string; port: number; ready: boolean };

type Written = { pid: number; folder: string; port: number; socket: string; ready: boolean };

function readPidFile(cluster: string): Written | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const [pid = '', folder = '', , port = '', socket = '', , , status = ''] = lines;
    return { pid: Number(pid), folder, port: Number(port), socket, ready: status.trim() === 'ready' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The server that runs on this folder, whoever started it; null when there is none. */
export function findRunning(cluster: string): Running | null {
  const written = readPidFile(cluster);
  if (!written?.pid || !servesFolder(written.pid, cluster, written.folder)) return null;
  return { pid: written.pid, host: written.socket || '127.0.0.1', port: written.port, ready: written.ready };
}

/**
 * PostgreSQL removes a dead server's file itself, but takes it for alive when another process has the same id now: in a container,
 * which counts from 1 after every restart, that may be a thread of Node. Only where /proc proves that it is no PostgreSQL on this
 * folder, the file is renamed (not deleted); shared memory still keeps two servers apart.
 */
function putAsideForeignPidFile(cluster: string): void {
  const written = readPidFile(cluster);
  if (process.platform !== 'linux' || !written || !(written.pid > 0)) return;
  if (numberIsTaken(written.pid) && !servesFolder(written.pid, cluster, written.folder)) {
    renameSync(join(cluster, 'postmaster.pid'), join(cluster, 'postmaster.pid.foreign'));
  }
}

/** Also true for zombies: PostgreSQL takes them for a running server too. */
function numberIsTaken(pid: number): boolean {
  if (isAlive(pid)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

// Starts, adopts, supervises and stops the PostgreSQL that ships with the product.

import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { backoff } from '#server/lib/pace.ts';
import { copyBinaries, findBinaries, removeOtherBinaries } from './embedded/binaries.ts';
import { checkCluster, ensureCluster, readSecrets, type Secrets } from './embedded/cluster.ts';
import { chooseListening, type DataDirectory, findDataDirectory } from './embedded/data-directory.ts';
import { dropLock, type Holder, holderOf, type Purpose, takeLock } from './embedded/lock.ts';
import { findRunning, type Launch, startServer, stopServer } from './embedded/postmaster.ts';
import { isAlive, signal } from './embedded/process.ts';
import type { Connection } from './open.ts';
import { StartupError, startupErrorMessage } from './startup-error.ts';

// Restarts the shipped server when it dies.

/** Polls the system instead of waiting for a child's exit: an adopted server is not our child. */
const WATCH_MS = 100;
/** A server that ran longer is restarted at once; after a shorter run the pause grows. */
const LONG_LIFE_MS = 500;
const RESTARTS_MS = { first: 250, longest: 10_000 };

/** Runs until the launch's signal aborts; then resolves, with no start in progress. */
async function supervise(launch: Launch, first: number): Promise<void> {
  const stopped = launch.signal;
  const pause = (ms: number) => delay(ms, undefined, { signal: stopped, ref: false }).catch(() => undefined);
  let pid = first;
  let attempts = 0;
  let born = Date.now();
  while (!stopped.aborted) {
    if (isAlive(pid)) {
      await pause(WATCH_MS);
      continue;
    }
    if (Date.now() - born > LONG_LIFE_MS) attempts = 0;
    await pause(attempts === 0 ? 0 : backoff(attempts, RESTARTS_MS));
    attempts++;
    if (stopped.aborted) return;
    launch.log('Database: it is gone, starting it again');
    pid = await startServer(launch).then(
      (server) => server.pid,
      (error: Error) => {
        if (!stopped.aborted) launch.log(error.message);
        return pid;
      },
    );
    born = Date.now();
  }
}

// The role and the database that the product uses on the shipped server.
const NAME = 'topout';

/**
 * Creates them if they are missing, so that the next start completes one that was killed in between. The role owns its database
 * (and may therefore create trusted extensions such as pg_trgm) but is no superuser.
 */
async function ensureAppRole(
  at: { host: string; port: number },
  secrets: Secrets,
  rights: '' | 'createdb',
): Promise<Connection> {
  const { host, port } = at;
  const client = new pg.Client({ host, port, user: 'postgres', password: secrets.superuser, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [NAME]);
    if (!role.rowCount) await client.query(`create role ${NAME} login ${rights} password '${secrets.app}'`);
    const database = await client.query('select 1 from pg_database where datname = $1', [NAME]);
    if (!database.rowCount) await client.query(`create database ${NAME} owner ${NAME}`);
  } finally {
    await client.end();
  }
  return { host, port, user: NAME, password: secrets.app, database: NAME };
}

/** `connection` uses the product's own role, which is no superuser; it stays the same when the server is restarted. */
export type Embedded = { connection: Connection; stop(): Promise<void> };
/** `disposable` is only for tests: faster, data is lost in a power cut, and the role may create databases. */
type EmbeddedOptions = { dataDir: string; log: (sentence: string) => void; disposable?: boolean };

const COMMAND_TIMEOUT_MS = 10_000;
const JOIN_TIMEOUT_MS = 60_000;

/**
 * Starts the shipped database on a data folder, creates it the first time, or adopts a server whose Node was killed. From then
 * on a server that dies is restarted, until `stop`, which takes at most 10 seconds.
 *
 * @throws StartupError when the folder is in use, the disk is full, the system or the folder's version does not fit, and the like.
 */
export function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  return open(options, 'server');
}

/**
 * For an operator's command: connects to the database of a running product, else starts it for as long as the command takes. `stop`
 * stops only what this call started.
 *
 * @throws StartupError as `startEmbedded`, and when a running product does not answer within a minute.
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const end = Date.now() + JOIN_TIMEOUT_MS;
  for (;;) {
    const directory = findDataDirectory(options.dataDir);
    const holder = holderOf(lockFile(directory));
    if (holder?.purpose !== 'server') return open(options, 'command');
    const connection = await connectionOfRunning(directory);
    if (connection) return { connection, stop: async () => undefined };
    if (Date.now() > end)
      throw new StartupError(`Topout (process ${holder.pid}) runs, but its database does not answer.`);
    await delay(200);
  }
}

async function connectionOfRunning(directory: DataDirectory): Promise<Connection | null> {
  const running = findRunning(directory.cluster);
  if (!running?.ready) return null;
  return ensureAppRole(running, readSecrets(directory), '').catch(() => null);
}

async function open(options: EmbeddedOptions, purpose: Purpose): Promise<Embedded> {
  const { dataDir, log } = options;
  let home = resolve(dataDir);
  try {
    const directory = findDataDirectory(dataDir);
    if (directory.elsewhere) log(`Database: lies in ${directory.home}, because its user may not enter ${home}`);
    home = directory.home;
    await claim(directory, purpose);
    try {
      return await run(await prepare(directory, options), purpose);
    } catch (error) {
      dropLock(lockFile(directory));
      throw error;
    }
  } catch (error) {
    const system = error instanceof Error && 'errno' in error;
    throw system ? startupErrorMessage(error.message, home) : error;
  }
}

/** Waits for a command, which ends soon; a second server is refused at once: when the first one ended, it would stop the database of both. */
async function claim(directory: DataDirectory, purpose: Purpose): Promise<void> {
  const end = Date.now() + COMMAND_TIMEOUT_MS;
  for (;;) {
    const holder = await takeLock(lockFile(directory), purpose);
    if (!holder) return;
    if (holder.purpose === 'server' || Date.now() > end) throw inUse(directory, holder);
    await delay(200);
  }
}

function inUse(directory: DataDirectory, { pid, purpose }: Holder): StartupError {
  return new StartupError(
    purpose === 'server'
      ? `Topout already runs on ${directory.home} (process ${pid}): stop it first, or set DATA_DIR to another folder.`
      : `An operator's command (process ${pid}) is at work on ${directory.home}: try again when it is done.`,
  );
}

function lockFile(directory: DataDirectory): string {
  return join(directory.home, 'database.lock');
}

async function prepare(
  directory: DataDirectory,
  { log, disposable = false }: EmbeddedOptions,
): Promise<Omit<Launch, 'signal'>> {
  checkCluster(directory, (await findBinaries()).major);
  const binaries = await copyBinaries(directory.home);
  if (await ensureCluster(directory, binaries)) log(`Database: made a new one in ${directory.cluster}`);
  const password = readSecrets(directory).superuser;
  return { directory, binaries, log, password, listening: await chooseListening(directory.cluster), disposable };
}

async function run(prepared: Omit<Launch, 'signal'>, purpose: Purpose): Promise<Embedded> {
  const { directory, binaries, log } = prepared;
  const stopping = new AbortController();
  const launch: Launch = { ...prepared, signal: stopping.signal };
  const server = await startServer(launch);
  if (server.adopted) log(`Database: took over the server that an earlier start left running (process ${server.pid})`);
  else await removeOtherBinaries(binaries);
  const rights = prepared.disposable ? 'createdb' : '';
  const connection = await ensureAppRole(server, readSecrets(directory), rights).catch(async (error) => {
    await stopServer(server.pid, directory, binaries);
    throw error;
  });
  // A restart must listen at the same address, also where an earlier start chose it.
  launch.listening = { socketFolder: server.host.startsWith('/') ? server.host : null, port: server.port };
  const supervision = supervise(launch, server.pid);
  const isBorrowed = purpose === 'command' && server.adopted;
  const release = stopWithNode(directory, isBorrowed);
  let stopped: Promise<void> | null = null;
  const stop = async () => {
    stopping.abort();
    await supervision;
    const running = findRunning(directory.cluster);
    if (running && !isBorrowed) await stopServer(running.pid, directory, binaries);
    release();
  };
  return {
    connection,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** A Node that ends without `stop`, for example on an uncaught error, stops its database too. Answers how to release it. */
function stopWithNode(directory: DataDirectory, isBorrowed: boolean): () => void {
  const leave = () => {
    const running = findRunning(directory.cluster);
    if (running && !isBorrowed) signal(running.pid, 'SIGINT');
    dropLock(lockFile(directory));
  };
  process.once('exit', leave);
  return () => {
    process.off('exit', leave);
    dropLock(lockFile(directory));
  };
}

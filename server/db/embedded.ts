// Starts, adopts, watches and stops the PostgreSQL that ships with the product.
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureAppRole } from './embedded/app-role.ts';
import { copyBinaries, findBinaries, removeOtherBinaries } from './embedded/binaries.ts';
import { checkCluster, ensureCluster, readSecrets } from './embedded/cluster.ts';
import { type DataDirectory, findDataDirectory } from './embedded/data-directory.ts';
import { dropLock, type Holder, holderOf, type Purpose, takeLock } from './embedded/lock.ts';
import { findRunning } from './embedded/pid-file.ts';
import { type Launch, startServer, stopServer } from './embedded/postmaster.ts';
import { signal } from './embedded/process.ts';
import { chooseListening } from './embedded/settings.ts';
import { startupErrorMessage } from './embedded/startup-error-messages.ts';
import { supervise } from './embedded/supervisor.ts';
import type { Connection } from './open.ts';
import { StartupError } from './startup-error.ts';

/** `connection` is the product's own role, no superuser, and stays the same when the server has to be started again. */
export type Embedded = { connection: Connection; stop(): Promise<void> };
/** `disposable` is for tests alone: faster, nothing outlives a power cut, and the role may create databases. */
export type EmbeddedOptions = { dataDir: string; log: (sentence: string) => void; disposable?: boolean };

const COMMAND_PATIENCE_MS = 10_000;
const JOIN_PATIENCE_MS = 60_000;

/**
 * Starts the shipped database on a data folder, makes it at the first time, or takes over a server whose Node was killed. From
 * then on a server that dies is started again, until `stop`, which takes at most 10 seconds.
 *
 * @throws Refusal when the folder is in use, the disk is full, the system or the folder's version does not fit, and the like.
 */
export function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  return open(options, 'server');
}

/**
 * For an operator's command: connects to the database of a running product, else starts it for as long as the command takes. `stop`
 * stops only what this call started.
 *
 * @throws Refusal as `startEmbedded`, and when a running product does not answer within a minute.
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const end = Date.now() + JOIN_PATIENCE_MS;
  for (;;) {
    const place = findDataDirectory(options.dataDir);
    const holder = holderOf(lockFile(place));
    if (holder?.purpose !== 'server') return open(options, 'command');
    const connection = await connectionOfRunning(place);
    if (connection) return { connection, stop: async () => undefined };
    if (Date.now() > end)
      throw new StartupError(`Topout (process ${holder.pid}) runs, but its database does not answer.`);
    await delay(200);
  }
}

async function connectionOfRunning(place: DataDirectory): Promise<Connection | null> {
  const running = findRunning(place.cluster);
  if (!running?.ready) return null;
  return ensureAppRole(running, readSecrets(place), '').catch(() => null);
}

async function open(options: EmbeddedOptions, purpose: Purpose): Promise<Embedded> {
  const { dataDir, log } = options;
  let home = resolve(dataDir);
  try {
    const place = findDataDirectory(dataDir);
    if (place.elsewhere) log(`Database: lies in ${place.home}, because its user may not enter ${home}`);
    home = place.home;
    await claim(place, purpose);
    try {
      return await keep(await prepare(place, options), purpose);
    } catch (error) {
      dropLock(lockFile(place));
      throw error;
    }
  } catch (error) {
    const system = error instanceof Error && 'errno' in error;
    throw system ? startupErrorMessage(error.message, home) : error;
  }
}

/** A command is over soon and is waited for; a second server is never let in: the first one's end would take its database. */
async function claim(place: DataDirectory, purpose: Purpose): Promise<void> {
  const end = Date.now() + COMMAND_PATIENCE_MS;
  for (;;) {
    const holder = await takeLock(lockFile(place), purpose);
    if (!holder) return;
    if (holder.purpose === 'server' || Date.now() > end) throw inUse(place, holder);
    await delay(200);
  }
}

function inUse(place: DataDirectory, { pid, purpose }: Holder): StartupError {
  return new StartupError(
    purpose === 'server'
      ? `Topout already runs on ${place.home} (process ${pid}): stop it first, or set DATA_DIR to another folder.`
      : `An operator's command (process ${pid}) is at work on ${place.home}: try again when it is done.`,
  );
}

function lockFile(place: DataDirectory): string {
  return join(place.home, 'database.lock');
}

async function prepare(
  place: DataDirectory,
  { log, disposable = false }: EmbeddedOptions,
): Promise<Omit<Launch, 'signal'>> {
  checkCluster(place, (await findBinaries()).major);
  const binaries = await copyBinaries(place.home);
  if (await ensureCluster(place, binaries)) log(`Database: made a new one in ${place.cluster}`);
  const password = readSecrets(place).superuser;
  return { place, binaries, log, password, listening: await chooseListening(place.cluster), disposable };
}

async function keep(prepared: Omit<Launch, 'signal'>, purpose: Purpose): Promise<Embedded> {
  const { place, binaries, log } = prepared;
  const stopping = new AbortController();
  const launch: Launch = { ...prepared, signal: stopping.signal };
  const server = await startServer(launch);
  if (server.adopted) log(`Database: took over the server that an earlier start left running (process ${server.pid})`);
  else await removeOtherBinaries(binaries);
  const rights = prepared.disposable ? 'createdb' : '';
  const connection = await ensureAppRole(server, readSecrets(place), rights).catch(async (error) => {
    await stopServer(server.pid, place, binaries);
    throw error;
  });
  // Started again it must be found in the same place, also where an earlier start had chosen it.
  launch.listening = { socketFolder: server.host.startsWith('/') ? server.host : null, port: server.port };
  const watching = supervise(launch, server.pid);
  const borrowed = purpose === 'command' && server.adopted;
  const release = stopWithNode(place, borrowed);
  let stopped: Promise<void> | null = null;
  const stop = async () => {
    stopping.abort();
    await watching;
    const running = findRunning(place.cluster);
    if (running && !borrowed) await stopServer(running.pid, place, binaries);
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

/** A Node that ends without `stop`, on an uncaught error say, takes its database along. Answers how to be done with it. */
function stopWithNode(place: DataDirectory, borrowed: boolean): () => void {
  const leave = () => {
    const running = findRunning(place.cluster);
    if (running && !borrowed) signal(running.pid, 'SIGINT');
    dropLock(lockFile(place));
  };
  process.once('exit', leave);
  return () => {
    process.off('exit', leave);
    dropLock(lockFile(place));
  };
}

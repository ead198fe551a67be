// Two PostgreSQL servers of those we ship, one the hot standby of the other, to be killed and promoted by tests and benchmarks.
import {
  chmodSync,
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { copyBinaries } from '#server/db/embedded/binaries.ts';
import { type DataDirectory, findDataDirectory } from '#server/db/embedded/data-directory.ts';
import { signal, waitUntilGone } from '#server/db/embedded/process.ts';
import type { Connection } from '#server/db/open.ts';
import { freePort } from './free-port.ts';
import { killServer } from './postgres-family.ts';
import { initialise, launch, whenReady } from './system-postgres.ts';

/** `connection` is the owner of everything there. */
export type Member = { connection: Connection; port: number; pid: number };

export type StandbyPair = {
  primary(): Member;
  standby(): Member;
  /** Both hosts as one DATABASE_URL; their order never changes. */
  url(database: string): string;
  /** From now on, and until the next promotion, a commit waits for the standby. */
  synchronise(): Promise<void>;
  /** Kills the primary, as a machine dies. */
  killPrimary(): Promise<void>;
  /** The standby becomes the primary; the other one must be dead. */
  promote(): Promise<void>;
  /** The dead one comes back as a standby, with a new copy of everything. */
  rejoin(): Promise<void>;
  stop(): Promise<void>;
};

type Place = Member & { directory: DataDirectory };

const waitMs = 60_000;
/** Of each server itself; what it keeps of its log is enough for the other to catch up after it was copied. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_keep_size: '512MB',
  max_connections: '200',
};

async function ask<Row extends object>(connection: Connection, ...texts: string[]): Promise<Row[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const text of texts) rows = (await client.query<Row>(text)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** What vanishes meanwhile is in the log, which the copy replays; the log itself comes over the line. */
function copyCluster(from: DataDirectory, to: DataDirectory): void {
  const take = (source: string, target: string) => {
    mkdirSync(target, { mode: 0o700 });
    if (to.owner) chownSync(target, to.owner.uid, to.owner.gid);
    for (const { name } of readdirSync(source, { withFileTypes: true })) {
      if (name.startsWith('postmaster.') || name === 'postgresql.auto.conf') continue;
      try {
        if (lstatSync(join(source, name)).isDirectory()) take(join(source, name), join(target, name));
        else if (!source.includes('pg_wal')) takeFile(join(source, name), join(target, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  };
  const takeFile = (source: string, target: string) => {
    copyFileSync(source, target);
    if (to.owner) chownSync(target, to.owner.uid, to.owner.gid);
  };
  rmSync(to.cluster, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  take(from.cluster, to.cluster);
}

function write({ cluster, owner }: DataDirectory, name: string, text: string): void {
  writeFileSync(join(cluster, name), text, { mode: 0o600 });
  if (owner) chownSync(join(cluster, name), owner.uid, owner.gid);
}

/** A copy while it runs, from which a standby starts by itself. */
async function copyRunning(from: Place, to: Place): Promise<void> {
  const client = new pg.Client(from.connection);
  await client.connect();
  try {
    await client.query(`select pg_backup_start('copy', true)`);
    copyCluster(from.directory, to.directory);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    write(to.directory, 'backup_label', rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  write(to.directory, 'standby.signal', '');
  write(to.directory, 'postgresql.auto.conf', '');
}

/** Stop it, also after a failure. */
export async function startPair(): Promise<StandbyPair> {
  const folder = mkdtempSync(join(tmpdir(), 'topout-pair-'));
  chmodSync(folder, 0o755);
  const bin = join((await copyBinaries(folder)).folder, 'bin');
  const place = async (name: string): Promise<Place> => {
    const port = await freePort();
    const connection = { host: '127.0.0.1', port, user: 'topout', password: '', database: 'postgres' };
    return { directory: findDataDirectory(join(folder, name)), port, pid: 0, connection };
  };
  const members = [await place('one'), await place('two')] as const;
  let [primary, standby]: [Place, Place] = [...members];
  const quit = () => {
    for (const { pid } of members) if (pid) signal(pid, 'SIGQUIT');
  };
  process.once('exit', quit);

  async function start(member: Place, own: Record<string, string> = {}): Promise<void> {
    member.pid = launch(member.directory, bin, { ...settings, port: String(member.port), ...own });
    await whenReady(member.connection);
  }

  async function startStandby(): Promise<void> {
    await copyRunning(primary, standby);
    const leader = `host=127.0.0.1 port=${primary.port} user=topout application_name=standby`;
    await start(standby, { primary_conninfo: leader });
  }

  async function end(member: Place, signalTo: (pid: number) => void): Promise<void> {
    if (member.pid) signalTo(member.pid);
    if (member.pid && !(await waitUntilGone(member.pid, waitMs))) throw new Error('A server did not end');
    member.pid = 0;
  }

  async function synchronise(): Promise<void> {
    await ask(primary.connection, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()');
    const state = `select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`;
    for (const until = Date.now() + waitMs; (await ask(primary.connection, state)).length === 0; await delay(50))
      if (Date.now() > until) throw new Error('The standby does not follow');
  }

  const stop = async () => {
    process.off('exit', quit);
    await Promise.all(members.map((member) => end(member, (pid) => signal(pid, 'SIGQUIT'))));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    await initialise(primary.directory, bin);
    await start(primary);
    await startStandby();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    primary: () => primary,
    standby: () => standby,
    url: (database) => `postgresql://topout@${members.map(({ port }) => `127.0.0.1:${port}`).join()}/${database}`,
    synchronise,
    killPrimary: () => end(primary, killServer),
    async promote() {
      [primary, standby] = [standby, primary];
      await ask(primary.connection, 'select pg_promote(true, 60)');
    },
    rejoin: startStandby,
    stop,
  };
}

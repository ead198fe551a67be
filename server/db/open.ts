// Connects to PostgreSQL, shipped or a server's: queries, transactions, announcements.

import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { splitHosts } from '#server/config/database.ts';
import { createCircuit } from './open/circuit.ts';
import { DatabaseClient, type StatementRules } from './open/client.ts';
import { createHostFinder, type HostedConfig } from './open/hosts.ts';
import { createListener, type ListenHandle, type Subscription } from './open/listener.ts';
import { createSessionLocks, type SessionLocks } from './open/session-locks.ts';
import type { Tables } from './schema.ts';

// How PostgreSQL's values arrive in JavaScript.
type Parser = (text: string) => unknown;

/**
 * An instant as ISO text in UTC with microseconds, '2026-11-20T10:31:00.123456Z': a Date would cut them off, and a cursor built on it would
 * skip rows. PostgreSQL writes '2026-11-20 10:31:00.123456+00', without trailing zeros.
 */
export function instant(text: string): string {
  // The common case; a page of sessions has 150 of them.
  if (text.length === 29 && text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, 26)}Z`;
  const parts = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d(?::\d\d)*)$/.exec(text);
  // Infinity, and years before Christ.
  if (!parts) return text;
  const [, day, time, fraction = '', offset = '+00'] = parts;
  const micros = fraction.padEnd(6, '0');
  if (offset === '+00') return `${day}T${time}.${micros}Z`;
  const seconds = new Date(`${day}T${time}${offset.length === 3 ? `${offset}:00` : offset}`);
  return `${seconds.toISOString().slice(0, 19)}.${micros}Z`;
}

const asIs: Parser = (text) => text;

/** Counts and sums are numbers: ours stay far below 2^53. Days stay text, so that no time zone can shift them. */
const PARSERS = new Map<number, Parser>([
  [pg.types.builtins.TIMESTAMPTZ, instant],
  [pg.types.builtins.DATE, asIs],
  [pg.types.builtins.TIMESTAMP, asIs],
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.NUMERIC, Number],
]);

/** The array types, for which pg has no names. */
const ARRAYS = new Map<number, number>([
  [1185, pg.types.builtins.TIMESTAMPTZ],
  [1182, pg.types.builtins.DATE],
  [1115, pg.types.builtins.TIMESTAMP],
  [1016, pg.types.builtins.INT8],
  [1231, pg.types.builtins.NUMERIC],
]);

/** The actual shape at run time; the types of pg-types describe another version. */
const arrays = pg.types.arrayParser as unknown as { create(text: string, parse: Parser): { parse(): unknown[] } };

for (const [array, element] of ARRAYS) {
  const parse = PARSERS.get(element) ?? asIs;
  PARSERS.set(array, (text) => arrays.create(text, parse).parse());
}

/** For `types` of a client or pool, so that other parsers in this process stay as they are. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) ||
    pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/** Connection settings of a PostgreSQL database. `host` may be the folder of a unix socket. Every field has the name that pg uses. */
export type Connection = { host: string; port: number; user: string; password: string; database: string };

/**
 * `query` is for single statements, `tx` for several that belong together: it commits when `work` resolves and rolls back when it throws.
 * Failures are PostgreSQL's own; pass them to `isDatabaseAway` and `isDiskFull`.
 */
export type Database = {
  query: Kysely<Tables>;
  tx<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /**
   * Receives notifications of a channel. `onState(true)` whenever listening has (again) begun, `onState(false)` when it was lost:
   * announcements in between are missed.
   */
  listen(channel: string, onPayload: Subscription['onPayload'], onState: Subscription['onState']): ListenHandle;
  /** Shared by all processes; held past the end of a transaction. */
  locks: SessionLocks;
  /** @throws if the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/**
 * `max` connections (20). `direct`: the same database past a pooler that hands another connection to every transaction (PgBouncer),
 * which `target` is then: it keeps no name and no LISTEN.
 */
type DatabaseOptions = { max?: number; direct?: string | Connection | undefined; log?: (sentence: string) => void };

/** How statements are planned on our connections; the benchmark's floor uses the same settings. */
export const planOptions = '-c jit=off -c plan_cache_mode=force_generic_plan';
const CONNECT_MS = 5_000;
const STATEMENT_MS = 15_000;
const IDLE_IN_TRANSACTION_MS = 30_000;
/** Long, because a new connection has to plan every statement again. */
const IDLE_MS = 300_000;
/** See DatabaseClient. */
const LIFETIME_SECONDS = 3600;

/** Opens lazily: nothing is connected before the first query. `target` is a DATABASE_URL or its parts. */
export function createDatabase(target: string | Connection, options: DatabaseOptions = {}): Database {
  const { max = 20, direct, log } = options;
  const isPooled = direct !== undefined;
  const config = clientConfig(target, { isPooled, log });
  const circuit = createCircuit(log);
  const rules: StatementRules = {
    named: !isPooled,
    onReadOnly() {
      config.hosts?.forget();
      circuit.drop();
    },
  };
  const pool = new pg.Pool({
    ...config,
    ...rules,
    circuit,
    Client: DatabaseClient as unknown as NonNullable<pg.PoolConfig['Client']>,
    max,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
  } as pg.PoolConfig);
  // Without this, an idle connection that the server closes would crash the process.
  pool.on('error', (error) => log?.(`Database: lost an idle connection (${error.message})`));
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const directConfig = isPooled ? clientConfig(direct, { isPooled: false, log }) : config;
  const locks = createSessionLocks(directConfig);
  const listener = createListener(directConfig, circuit);
  return {
    query,
    tx: (work) => query.transaction().execute(work),
    listen: (channel, onPayload, onState) => listener.add({ channel, onPayload, onState }),
    locks,
    ping: async () => void (await sql`select 1`.execute(query)),
    close: async () => {
      await Promise.all([listener.close(), locks.close(), query.destroy()]);
    },
  };
}

type ConfigOptions = { isPooled: boolean; log: DatabaseOptions['log'] };

/** A pooler refuses the settings that a connection usually sends: with one they belong to the role (`alter role ... set`). */
function clientConfig(target: string | Connection, { isPooled, log }: ConfigOptions): HostedConfig {
  const { url, hosts } = typeof target === 'string' ? splitHosts(target) : { url: null, hosts: null };
  const config: pg.ClientConfig = {
    ...(typeof target === 'string' ? { connectionString: url ?? target } : target),
    application_name: 'topout',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: typeParsers,
    ...(!isPooled && {
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      // Compiling a plan takes half a second and never pays off for ours. Nor does replanning for each value, which PostgreSQL
      // keeps doing by itself if it expects a small gain: for a client's page of 4.5 ms that was 3.7. What a plan must know of a
      // value is written out (days, limits); lists come as an array.
      options: `-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres ${planOptions}`,
    }),
  };
  return { ...config, hosts: hosts && createHostFinder(hosts, config, log) };
}

/** Connection failures (class 08), the server stopping or starting (57P0x), one that became a standby (25006), no free connection slot. */
const AWAY_CODES =
  /^(08...|57P0[1235]|25006|53300|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** pg and its pool report these by text alone. */
const AWAY_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end|driver has already been destroyed|Query read timeout/;

type Failure = { code?: unknown; syscall?: unknown; message?: unknown; errors?: unknown[] };

/** True for an error after which the same request may well succeed in a few seconds: answer 503 with Retry-After. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, syscall, message, errors } = asFailure(error);
  if (typeof code === 'string' && AWAY_CODES.test(code)) return true;
  // The socket of a server that is not running; any other ENOENT is a missing file.
  if (syscall === 'connect' && (code === 'ENOENT' || code === 'EACCES')) return true;
  if (errors?.some(isDatabaseAway)) return true;
  return typeof message === 'string' && code === undefined && AWAY_WORDS.test(message);
}

/** True if the database's disk is full: nothing was written, and retrying does not help until somebody frees space. */
export function isDiskFull(error: unknown): boolean {
  const { code } = asFailure(error);
  return code === '53100' || code === 'ENOSPC';
}

function asFailure(error: unknown): Failure {
  return typeof error === 'object' && error !== null ? (error as Failure) : {};
}

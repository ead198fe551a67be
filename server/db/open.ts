// Connects to PostgreSQL, shipped or a server's: queries, transactions, announcements.

import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { createListener, destroySocket, type ListenHandle, type Subscription } from './listener.ts';
import type { Tables } from './schema.ts';

// A connection that names its statements, so that PostgreSQL plans each of them once.

/** Statements per connection; the least recently used one is evicted. */
const maxStatements = 300;
/** Several commands in one text cannot be prepared; a semicolon within a literal only costs the name. */
const preparable = /^\s*(select|insert|update|delete|with)\b[^;]*$/i;

/**
 * Planning is more than half of what a joined list costs. Not for a pooler that hands another connection to every transaction:
 * create the database with `direct` there. The driver remembers every name for as long as its connection lives, so
 * connections have to end from time to time (`maxLifetimeSeconds`).
 */
class PreparedStatementClient extends pg.Client {
  /** By text, in the order of use. A name is never reused. */
  readonly #names = new Map<string, string>();
  #lastName = 0;
  /** Statements without an answer yet, and the end of the last one. */
  #open = 0;
  #last: Promise<void> = Promise.resolve();

  override query: pg.Client['query'] = ((text: string, values?: unknown[]) => {
    if (!preparable.test(text)) return guardCommit(text, this.#send({ text, values: values ?? [] }));
    const result = this.#send({ name: this.#nameOf(text), text, values: values ?? [] });
    result.catch((error) => this.#forgetIfStale(text, error));
    return result;
  }) as pg.Client['query'];

  constructor(config?: pg.ClientConfig) {
    super(config);
    // A connection that dies between two statements of a transaction has no other listener, and would crash the process.
    this.on('error', () => undefined);
  }

  /** One after the other: the driver's next major version has no queue. */
  #send(config: pg.QueryConfig): Promise<pg.QueryResult> {
    const sent = this.#open === 0 ? super.query(config) : this.#last.then(() => super.query(config));
    this.#open += 1;
    const done = () => {
      this.#open -= 1;
    };
    this.#last = sent.then(done, done);
    return sent;
  }

  #nameOf(text: string): string {
    const name = this.#names.get(text) ?? `s${++this.#lastName}`;
    this.#names.delete(text);
    this.#names.set(text, name);
    const [oldest] = this.#names.keys();
    if (this.#names.size > maxStatements && oldest !== undefined) this.#forget(oldest);
    return name;
  }

  /** A table that changed under a plan, or a server that lost the name: the next call plans again. */
  #forgetIfStale(text: string, error: { code?: string }): void {
    if (error.code === '0A000' || error.code === '26000') this.#forget(text);
  }

  /** Deallocating a name that the server does not know would abort the transaction around it. */
  #forget(text: string): void {
    const name = this.#names.get(text);
    if (!this.#names.delete(text)) return;
    const exists = `exists (select from pg_prepared_statements where name = '${name}')`;
    this.#send({ text: `do $$ begin if ${exists} then deallocate ${name}; end if; end $$` }).catch(() => undefined);
  }
}

/** PostgreSQL answers a commit after a swallowed failure with ROLLBACK; nobody must take that for success. */
async function guardCommit(text: string, answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
  const result = await answer;
  if (text === 'commit' && result.command === 'ROLLBACK')
    throw new Error('The transaction had failed before: nothing was written.');
  return result;
}

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
/** See PreparedStatementClient. */
const LIFETIME_SECONDS = 3600;

/** Opens lazily: nothing is connected before the first query. `target` is a DATABASE_URL or its parts. */
export function createDatabase(target: string | Connection, options: DatabaseOptions = {}): Database {
  const { max = 20, direct, log } = options;
  const isPooled = direct !== undefined;
  const config = clientConfig(target, { isPooled });
  const pool = new pg.Pool({
    ...config,
    Client: isPooled ? SteadyClient : PreparedStatementClient,
    max,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
  });
  // Without this, an idle connection that the server closes would crash the process.
  pool.on('error', (error) => log?.(`Database: lost an idle connection (${error.message})`));
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const connected = new Set<pg.PoolClient>();
  pool.on('connect', (client) => connected.add(client));
  pool.on('remove', (client) => connected.delete(client));
  const listener = createListener(isPooled ? clientConfig(direct, { isPooled: false }) : config, () => {
    for (const client of connected) destroySocket(client);
  });
  return {
    query,
    tx: (work) => query.transaction().execute(work),
    listen: (channel, onPayload, onState) => listener.add({ channel, onPayload, onState }),
    ping: async () => void (await sql`select 1`.execute(query)),
    close: async () => {
      await Promise.all([listener.close(), query.destroy()]);
    },
  };
}

/** A pooler refuses the settings that a connection usually sends: with one they belong to the role (`alter role ... set`). */
function clientConfig(target: string | Connection, { isPooled }: { isPooled: boolean }): pg.ClientConfig {
  return {
    ...(typeof target === 'string' ? { connectionString: target } : target),
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
}

/** See PreparedStatementClient: a connection that dies in the middle of a transaction needs a listener. */
class SteadyClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** Connection failures (class 08), the server stopping or starting (57P0x), no free connection slot. */
const AWAY_CODES =
  /^(08...|57P0[1235]|53300|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

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

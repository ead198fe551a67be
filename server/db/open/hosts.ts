// Which of several hosts takes writes: asked before each connection, so that a failover needs no restart.
import pLimit from 'p-limit';
import pg from 'pg';
import type { DatabaseHost } from '#server/config/database.ts';
import { type Circuit, destroySocket, onReceived } from './circuit.ts';

/** Milliseconds that a host has to let us in, and again to say what it is. */
const answerMs = 2_000;
const standby = 'is a standby';

/** `forget`: the one that took writes does not any more. */
export type HostFinder = { find(): Promise<DatabaseHost>; forget(): void };
/** Without a `circuit` a connection waits for its own time limits: it is how we learn whether the database answers. */
export type HostedConfig = pg.ClientConfig & { hosts: HostFinder | null; circuit?: Circuit };

/** None of the hosts takes writes: the database is away, as SQLSTATE says it of a connection that cannot be made. */
class NoWritableHost extends Error {
  readonly code = '08001';
  constructor(faults: ReadonlyMap<DatabaseHost, string>) {
    super(`none of its hosts takes writes: ${[...faults].map(described).join(', ')}`);
  }
}

const nameOf = ({ host, port }: DatabaseHost) => `${host.includes(':') ? `[${host}]` : host}:${port}`;
const described = ([host, fault]: [DatabaseHost, string]) => `${nameOf(host)} (${fault})`;

/** A connection to the host that takes writes; without `hosts` to the one that its address names. */
export class HostedClient extends pg.Client {
  readonly #hosts: HostFinder | null;
  readonly #circuit: Circuit | undefined;

  constructor(config: HostedConfig) {
    super(config);
    this.#hosts = config.hosts;
    this.#circuit = config.circuit;
    // A connection that dies between two statements of a transaction has no other listener, and would crash the process.
    this.on('error', () => undefined);
  }

  /** The pool passes a callback, everybody else awaits. */
  override connect = ((callback?: (error?: Error) => void) => {
    const connecting = this.#connect();
    return callback ? void connecting.then(() => callback(), callback) : connecting;
  }) as pg.Client['connect'];

  async #connect(): Promise<void> {
    const circuit = this.#circuit;
    if (!circuit) return this.#reach(new AbortController().signal);
    const dropped = new AbortController();
    const wire = {
      drop: () => {
        dropped.abort();
        destroySocket(this);
      },
    };
    circuit.join(wire);
    this.once('end', () => circuit.leave(wire));
    try {
      await this.#reach(dropped.signal);
      onReceived(this, circuit.hear);
    } catch (error) {
      circuit.leave(wire);
      throw error;
    }
  }

  async #reach(dropped: AbortSignal): Promise<void> {
    // The driver reads both when it connects; the name in the certificate is checked against this host.
    if (this.#hosts) Object.assign(this, await unlessDropped(this.#hosts.find(), dropped));
    await super.connect();
  }
}

/** A search for a host cannot be cancelled, but a dropped connection stops waiting for it. */
function unlessDropped<T>(work: Promise<T>, dropped: AbortSignal): Promise<T> {
  const end = new Promise<never>((_, reject) => {
    dropped.addEventListener('abort', () => reject(new Error('Connection terminated: it was given up')));
  });
  return Promise.race([work, end]);
}

/** For a connection that lives on by itself: one statement after the other, because the driver's next major keeps no queue. */
export class OrderlyClient extends HostedClient {
  readonly #oneAtATime = pLimit(1);
  ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>> {
    return this.#oneAtATime(() => this.query<Row>(text, values));
  }
}

/** Null if the host takes writes, else why it doesn't. */
async function faultOf(host: DatabaseHost, config: pg.ClientConfig): Promise<string | null> {
  const hosts = { find: async () => host, forget: () => undefined };
  const client = new HostedClient({ ...config, hosts, connectionTimeoutMillis: answerMs, query_timeout: answerMs });
  try {
    await client.connect();
    // Also `on` during recovery.
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    return rows[0]?.transaction_read_only === 'on' ? standby : null;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return /timeout/i.test(message) ? 'does not answer' : message || code || 'does not answer';
  } finally {
    // Not awaited: a silent server would not answer that either.
    void client.end().catch(() => undefined);
  }
}

/**
 * Keeps to the host that worked last. If that fails, all others are asked at once and the first of the list is taken, so that every
 * process takes the same one. `log` hears once what is wrong, not at every connection.
 */
export function createHostFinder(
  hosts: readonly DatabaseHost[],
  config: pg.ClientConfig,
  log: (sentence: string) => void = () => undefined,
): HostFinder {
  let last: DatabaseHost | null = null;
  let forgotten: DatabaseHost | null = null;
  let said = '';
  let searching: Promise<DatabaseHost> | null = null;

  function say(sentence: string): void {
    if (sentence !== said) log(sentence);
    said = sentence;
  }

  function report(faults: ReadonlyMap<DatabaseHost, string>, chosen: DatabaseHost): void {
    const dead = [...faults].filter(([, fault]) => fault !== standby).map(described);
    const goesOn = `going on with ${nameOf(chosen)}`;
    if (dead.length > 0) say(`Database: no connection to ${dead.join(', ')}; ${goesOn}`);
    else if (said) say(`Database: ${goesOn}`);
  }

  async function search(): Promise<DatabaseHost> {
    const faults = new Map<DatabaseHost, string>();
    if (last) {
      const fault = await faultOf(last, config);
      if (fault === null) return last;
      faults.set(last, fault);
    }
    const others = hosts.filter((host) => host !== last);
    // The one that was found out comes last: a host that still thinks itself a primary should not be taken again.
    if (forgotten) others.sort((a, b) => Number(a === forgotten) - Number(b === forgotten));
    const asked = others.map(async (host) => {
      const fault = await faultOf(host, config);
      if (fault !== null) faults.set(host, fault);
      return { host, fault };
    });
    for (const each of asked) {
      const { host, fault } = await each;
      if (fault !== null) continue;
      last = host;
      forgotten = null;
      void Promise.all(asked).then(() => report(faults, host));
      return host;
    }
    const away = new NoWritableHost(faults);
    say(`Database: ${away.message}`);
    throw away;
  }

  return {
    find() {
      searching ??= search().finally(() => {
        searching = null;
      });
      return searching;
    },
    forget() {
      forgotten = last;
      last = null;
    },
  };
}

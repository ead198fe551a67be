// A connection of the pool: it names its statements, so that PostgreSQL plans each once, and takes nothing for written that is not.
import type pg from 'pg';
import { HostedClient, type HostedConfig } from './hosts.ts';

/** Statements per connection; the least recently used one is evicted. */
const maxStatements = 300;
/** Several commands in one text cannot be prepared; a semicolon within a literal only costs the name. */
const preparable = /^\s*(select|insert|update|delete|with)\b[^;]*$/i;

/** `named`: not through a pooler, which hands another connection to every transaction. `onReadOnly`: a write was refused, as by a standby. */
export type StatementRules = { named: boolean; onReadOnly(): void };

/** Somebody cancelled the wait for the standby of synchronous replication: written here, but lost if this server is. */
class UnconfirmedWrite extends Error {
  /** Whether the transaction holds is not known. */
  readonly code = '08007';
  constructor() {
    super('The standby did not confirm the write.');
  }
}

/**
 * Planning is more than half of what a joined list costs. The driver remembers every name for as long as its connection lives, so
 * connections have to end from time to time (`maxLifetimeSeconds`).
 */
export class DatabaseClient extends HostedClient {
  readonly #rules: StatementRules;
  /** By text, in the order of use. A name is never reused. */
  readonly #names = new Map<string, string>();
  #lastName = 0;
  /** Statements without an answer yet, and the end of the last one. */
  #open = 0;
  #last: Promise<void> = Promise.resolve();
  #isUnconfirmed = false;

  override query: pg.Client['query'] = ((text: string, values: unknown[] = []) => {
    if (!this.#rules.named || !preparable.test(text)) return this.#checked(text, this.#send({ text, values }));
    const result = this.#send({ name: this.#nameOf(text), text, values });
    result.catch((error) => this.#forgetIfStale(text, error));
    return this.#checked(text, result);
  }) as pg.Client['query'];

  constructor(config: HostedConfig & StatementRules) {
    super(config);
    this.#rules = config;
    // PostgreSQL then answers as if all were well. The place in its source, because the sentence comes in the server's language.
    this.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.#isUnconfirmed = true;
    });
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

  async #checked(text: string, answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const result = await answer.catch((error: { code?: string }) => {
      this.#isUnconfirmed = false;
      if (error.code === '25006') this.#rules.onReadOnly();
      throw error;
    });
    if (this.#isUnconfirmed) {
      this.#isUnconfirmed = false;
      throw new UnconfirmedWrite();
    }
    // PostgreSQL answers a commit after a swallowed failure with ROLLBACK; nobody must take that for success.
    if (text === 'commit' && result.command === 'ROLLBACK')
      throw new Error('The transaction had failed before: nothing was written.');
    return result;
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

// A connection that names its statements, so that PostgreSQL plans each of them once.
import pg from 'pg';

/** Statements per connection; the least recently used one is evicted. */
const maxStatements = 300;
/** Several commands in one text cannot be prepared; a semicolon within a literal only costs the name. */
const preparable = /^\s*(select|insert|update|delete|with)\b[^;]*$/i;

/**
 * Planning is more than half of what a joined list costs. Not for a pooler that hands another connection to every transaction:
 * create the database with `named: false` there. The driver remembers every name for as long as its connection lives, so
 * connections have to end from time to time (`maxLifetimeSeconds`).
 */
export class PreparedStatementClient extends pg.Client {
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

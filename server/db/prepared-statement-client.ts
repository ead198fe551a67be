// A connection that gives its statements names, so that PostgreSQL plans each of them once.
import pg from 'pg';
import { attachRowReader, WireRowReader } from './wire-row-reader.ts';

/** Statements kept per connection; the one used longest ago makes room. */
const KEPT = 300;
/** Several commands in one text cannot be prepared; a semicolon within a literal only costs the name. */
const PREPARABLE = /^\s*(select|insert|update|delete|with)\b[^;]*$/i;

/** Of the driver's connection only what we look at: the text of each statement that the server knows, by its name. */
type Prepared = { parsedStatements: Record<string, string | undefined> };

let names = 0;

/**
 * Planning is more than half of what a joined list costs (design: half the CPU with names). Not for a pooler that hands another
 * connection to every transaction: open the database with `named: false` there.
 */
export class PreparedStatementClient extends pg.Client {
  readonly #names = new Map<string, string>();

  override query: pg.Client['query'] = ((text: string, given?: unknown[]) => {
    if (!PREPARABLE.test(text)) return guarded(text, this.#send({ text, values: given }));
    const answer = this.#send({ name: this.#nameOf(text), text, values: given });
    answer.catch((error) => this.#forgetIfStale(text, error));
    return answer;
  }) as pg.Client['query'];

  constructor(config?: pg.ClientConfig) {
    super(config);
    attachRowReader(this);
    // A connection that dies between two statements of a transaction tells nobody else, and would take the process along.
    this.on('error', () => undefined);
  }

  #send(config: { name?: string; text: string; values?: unknown[] | undefined }): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const query = new WireRowReader(config as pg.QueryConfig, (error, result) => {
        if (error) reject(error);
        else resolve(result as unknown as pg.QueryResult);
      });
      super.query(query);
    });
  }

  #nameOf(text: string): string {
    const known = this.#names.get(text);
    const name = known ?? `s${++names}`;
    this.#names.delete(text);
    this.#names.set(text, name);
    if (this.#names.size > KEPT) this.#forget(this.#names.keys().next().value ?? text);
    return name;
  }

  /** A table that changed under a plan, or a server that lost the name: the next call plans anew. */
  #forgetIfStale(text: string, error: { code?: string }): void {
    if (error.code === '0A000' || error.code === '26000') this.#forget(text);
  }

  #forget(text: string): void {
    const name = this.#names.get(text);
    this.#names.delete(text);
    const known = (this as unknown as { connection: Prepared }).connection.parsedStatements;
    if (!name || known[name] === undefined) return;
    delete known[name];
    // Asking to forget what the server does not know would spoil a transaction, hence the look above.
    this.#send({ text: `deallocate ${name}` }).catch(() => undefined);
  }
}

/** PostgreSQL answers a commit after a swallowed failure with a friendly ROLLBACK; nobody must take that for done. */
function guarded(text: string, answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
  if (text !== 'commit') return answer;
  return answer.then((result) => {
    if (result.command === 'ROLLBACK') throw new Error('The transaction had failed before: nothing was written.');
    return result;
  });
}

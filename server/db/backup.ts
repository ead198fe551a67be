// Writes everything the product knows into one file, as it was at one instant.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql, type Transaction } from 'kysely';
import { createSeal, type Header, VERSION } from './backup/format.ts';
import { listBackedUpTables, listSequences, settle, type Table } from './backup/tables.ts';
import type { Database } from './open.ts';
import type { Tables } from './schema.ts';
import { StartupError } from './startup-error.ts';

/** Rows that are in memory at a time. */
const AT_ONCE = 500;

/**
 * Writes a backup while everybody goes on working: all tables are read in one snapshot. It carries no logins. The file appears under
 * its name when it is whole, and takes the place of an older one; only its owner can read it, for it holds the password hashes.
 *
 * @throws Refusal for a database that is none of ours.
 */
export async function backup(database: Database, file: string): Promise<void> {
  const half = `${file}.${process.pid}.half`;
  const snapshot = database.query.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  try {
    await snapshot.execute(async (tx) => {
      const target = createWriteStream(half, { mode: 0o600, flush: true });
      await pipeline(Readable.from(sealed(linesOf(tx))), createGzip(), target);
    });
    await rename(half, file);
  } finally {
    await rm(half, { force: true });
  }
}

/** Several lines at a time, because every piece costs the streams the same. */
async function* sealed(lines: AsyncIterable<string[]>): AsyncGenerator<string> {
  const seal = createSeal();
  for await (const some of lines) {
    for (const line of some) seal.add(line);
    if (some.length > 0) yield `${some.join('\n')}\n`;
  }
  yield `${seal.line()}\n`;
}

async function* linesOf(tx: Transaction<Tables>): AsyncGenerator<string[]> {
  await settle(tx);
  const header: Header = {
    topout: 'backup',
    version: VERSION,
    migration: await newestMigration(tx),
    madeAt: new Date().toISOString(),
  };
  yield [JSON.stringify(header)];
  for (const table of await listBackedUpTables(tx)) {
    yield [JSON.stringify({ table: table.name, columns: table.columns })];
    yield* rowsOf(tx, table);
  }
  // Numbers are given out beyond transactions: read last, they are past every row above.
  for (const name of await listSequences(tx)) {
    const { rows } = await sql<{ value: string; used: boolean }>`
      select last_value::text as value, is_called as used from ${sql.id(name)}`.execute(tx);
    yield rows.map(({ value, used }) => JSON.stringify({ sequence: name, value, used }));
  }
}

async function* rowsOf(tx: Transaction<Tables>, { name, columns }: Table): AsyncGenerator<string[]> {
  const texts = sql.join(columns.map((column) => sql`${sql.id(column)}::text`));
  await sql`declare rows no scroll cursor for select to_json(array[${texts}])::text as line from ${sql.id(name)}`.execute(
    tx,
  );
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(AT_ONCE)} from rows`.execute(tx);
    yield rows.map(({ line }) => line);
    if (rows.length < AT_ONCE) break;
  }
  await sql`close rows`.execute(tx);
}

async function newestMigration(tx: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('migrations') is not null as there`.execute(tx);
  if (!rows[0]?.there) throw new StartupError('This database holds nothing of Topout: there is nothing to back up.');
  const newest = await sql<{ number: number }>`select max(number) as number from migrations`.execute(tx);
  return newest.rows[0]?.number ?? 0;
}

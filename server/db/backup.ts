// Writes all data of the product into one file, from one snapshot.

import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql, type Transaction } from 'kysely';
import { createChecksum, type Header, VERSION } from './backup/format.ts';
import type { Database } from './open.ts';
import type { Tables } from './schema.ts';
import { StartupError } from './startup-error.ts';

// The tables and sequences of a database, in an order in which rows can be inserted.

/** `needs` are the tables that its rows refer to; generated columns are left out, PostgreSQL computes them. */
export type Table = { name: string; columns: string[]; types: string[]; needs: string[] };

/** What belongs to one database: its migrations, who is logged in and on which devices they receive push (behaviour §8.4), what counts for minutes, and archives that are asked for again. */
const NOT_IN_BACKUP = [
  ...['migrations', 'logins', 'presence', 'push_subscriptions', 'rate_counts', 'guest_streams'],
  ...['handovers', 'handover_entries'],
];

/** Every table, those first to which others refer. */
export async function listTables(tx: Transaction<Tables>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select
      c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select format_type(a.atttypid, a.atttypmod) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as types,
      array(select distinct t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> f.conrelid) as needs
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`.execute(tx);
  return inOrder(rows);
}

/** The tables whose rows belong into a backup. */
export async function listBackedUpTables(tx: Transaction<Tables>): Promise<Table[]> {
  return (await listTables(tx)).filter(({ name }) => !NOT_IN_BACKUP.includes(name));
}

async function listSequences(tx: Transaction<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = current_schema() order by 1`.execute(tx);
  return rows.map(({ name }) => name);
}

/** For this transaction: no timeouts, and every value in the format that is read back exactly. */
export async function setExactFormats(tx: Transaction<Tables>): Promise<void> {
  const settings = ['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0', `TimeZone = 'UTC'`];
  settings.push(`DateStyle = 'ISO'`, `IntervalStyle = 'postgres'`, `bytea_output = 'hex'`, 'extra_float_digits = 1');
  for (const setting of settings) await sql.raw(`set local ${setting}`).execute(tx);
}

export function inOrder(tables: Table[]): Table[] {
  const placed = new Set<string>();
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const ready = tables.filter(({ name, needs }) => !placed.has(name) && needs.every((need) => placed.has(need)));
    if (ready.length === 0)
      throw new Error('Tables point to each other in a circle: their rows cannot be restored in any order.');
    for (const table of ready) placed.add(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

/** Rows in memory at a time. */
const BATCH_ROWS = 500;

/**
 * Writes a backup while the product runs: all tables are read in one snapshot. It has no logins. The file gets its name when it is
 * complete, and replaces an older one; only its owner can read it, because it holds the password hashes.
 *
 * @throws StartupError for a database without Topout's tables.
 */
export async function backup(database: Database, file: string): Promise<void> {
  const partial = `${file}.${process.pid}.half`;
  const snapshot = database.query.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  try {
    await snapshot.execute(async (tx) => {
      const target = createWriteStream(partial, { mode: 0o600, flush: true });
      await pipeline(Readable.from(withChecksum(linesOf(tx))), createGzip(), target);
    });
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Several lines in one chunk, because every chunk costs the streams the same. */
async function* withChecksum(lines: AsyncIterable<string[]>): AsyncGenerator<string> {
  const checksum = createChecksum();
  for await (const batch of lines) {
    for (const line of batch) checksum.add(line);
    if (batch.length > 0) yield `${batch.join('\n')}\n`;
  }
  yield `${checksum.line()}\n`;
}

async function* linesOf(tx: Transaction<Tables>): AsyncGenerator<string[]> {
  await setExactFormats(tx);
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
  // Sequences ignore transactions: read last, they are past every row above.
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
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(BATCH_ROWS)} from rows`.execute(tx);
    yield rows.map(({ line }) => line);
    if (rows.length < BATCH_ROWS) break;
  }
  await sql`close rows`.execute(tx);
}

async function newestMigration(tx: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('migrations') is not null as there`.execute(tx);
  if (!rows[0]?.there) throw new StartupError('This database holds nothing of Topout: there is nothing to back up.');
  const newest = await sql<{ number: number }>`select max(number) as number from migrations`.execute(tx);
  return newest.rows[0]?.number ?? 0;
}

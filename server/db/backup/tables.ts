// The tables and sequences of a database, in an order in which rows can be inserted.
import { sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** `needs` are the tables that its rows refer to; generated columns are left out, PostgreSQL computes them. */
export type Table = { name: string; columns: string[]; types: string[]; needs: string[] };

/** What belongs to one database: its migrations, who is logged in and on which devices they receive push (behaviour §8.4). */
const NOT_IN_BACKUP = ['migrations', 'logins', 'presence', 'push_subscriptions'];

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

export async function listSequences(tx: Transaction<Tables>): Promise<string[]> {
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

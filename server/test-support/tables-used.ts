// Which tables a write changed, and of which an answer was made: what was made of none of those changed is what it was.
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '#server/db/open.ts';

const send = pg.Client.prototype.query;
const readers = new AsyncLocalStorage<Set<string>>();

/** On a database of a test's own, until `stop`. */
export async function watchTables({ query: db }: Database) {
  const known = await tablesByName(db);
  const names = new RegExp(`\\b(?:${[...known.keys()].join('|')})\\b`, 'g');
  await noteChanges(db);
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof send>) {
    const read = readers.getStore();
    const asked: unknown = args[0];
    const text = typeof asked === 'string' ? asked : (asked as pg.QueryConfig).text;
    // Who asks is read with every question where nothing is kept, and is the same for all of them.
    if (read && !/\blogins\b/.test(text))
      for (const [name] of text.matchAll(names)) for (const table of known.get(name) ?? []) read.add(table);
    return send.apply(this, args);
  } as typeof send;
  return {
    /** Foreign keys and triggers included. */
    async changedBy(work: () => Promise<unknown>): Promise<Set<string>> {
      await sql`delete from tables_changed`.execute(db);
      await work();
      const { rows } = await sql<{ name: string }>`select distinct name from tables_changed`.execute(db);
      return new Set(rows.map(({ name }) => name));
    },
    /** Adds what `work` asks of to `tables`. */
    readBy: <T>(tables: Set<string>, work: () => Promise<T>): Promise<T> => readers.run(tables, work),
    stop(): void {
      pg.Client.prototype.query = send;
    },
  };
}

/** A view stands for the tables that it shows. */
async function tablesByName(db: Database['query']): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; tables: string[] }>`
    select tablename::text as name, array[tablename::text] as tables from pg_tables where schemaname = 'public'
    union all select view_name, array_agg(table_name::text) from information_schema.view_table_usage
    where view_schema = 'public' group by view_name`.execute(db);
  return new Map(rows.map(({ name, tables }) => [name, tables]));
}

async function noteChanges(db: Database['query']): Promise<void> {
  await sql`do $do$ declare t text; begin
    create table tables_changed (name text);
    create function note_change() returns trigger language plpgsql as $$
      begin insert into tables_changed values (tg_table_name); return null; end $$;
    for t in select tablename from pg_tables where schemaname = 'public' and tablename <> 'tables_changed' loop
      execute format('create trigger note_change after insert or update or delete on %I execute function note_change()', t);
    end loop;
  end $do$`.execute(db);
}

// What a database's catalogue promises to programs that use it, and what of that promise a change takes back.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

type Query = Kysely<Tables>;

type Column = { type: string; nullable: boolean; filled: boolean; written: boolean };
/** `columns`: those that it is about, without those that only an expression names. */
type Rule = { table: string; kind: string; columns: string[]; words: string };
type Unique = Rule & { hasExpressions: boolean };

export type Catalog = {
  relations: Map<string, string>;
  columns: Map<string, Column>;
  rules: Map<string, Rule>;
  uniques: Map<string, Unique>;
  functions: Map<string, string>;
  /** Triggers and row security: what runs at a write, and what it does cannot be judged from outside. */
  watchers: Map<string, string>;
};

type Named<T> = T & { name: string };

function byName<T extends object>(rows: Named<T>[]): Map<string, T> {
  return new Map(rows.map(({ name, ...rest }) => [name, rest as unknown as T]));
}

const byValue = (rows: { name: string; value: string }[]) => new Map(rows.map(({ name, value }) => [name, value]));

/** Tables and views of the product; `migrations` is the migrator's own. */
const ours = sql`c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'`;

/** Names of the columns behind numbers of a relation, and how many of the numbers are 0, which stands for an expression. */
const columnsOf = (relation: string, numbers: string) => sql`array(
  select a.attname::text from pg_attribute a where a.attrelid = ${sql.ref(relation)} and a.attnum = any(${sql.ref(numbers)}))`;

async function readColumns(query: Query): Promise<Map<string, Column>> {
  const { rows } = await sql<Named<Column>>`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
      a.atthasdef or a.attidentity <> '' or c.relkind = 'v' as filled, a.attgenerated = '' and a.attidentity <> 'a' as written
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where ${ours} and c.relkind in ('r', 'p', 'v', 'm')`.execute(query);
  return byName(rows);
}

async function readRules(query: Query): Promise<Map<string, Rule>> {
  const { rows } = await sql<Named<Rule>>`
    select c.relname || '.' || k.conname as name, c.relname as table, k.contype as kind, pg_get_constraintdef(k.oid) as words,
      ${columnsOf('k.conrelid', 'k.conkey')} as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where ${ours} and k.contype in ('c', 'f', 'x')`.execute(query);
  return byName(rows);
}

/** Those of primary keys and constraints too. Without the name of the index: programs name columns. */
async function readUniques(query: Query): Promise<Map<string, Unique>> {
  const { rows } = await sql<Named<Unique>>`
    select c.relname || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING \\w+ ', ' ') as name, c.relname as table,
      'u' as kind, ${columnsOf('i.indrelid', 'i.indkey')} as columns, pg_get_indexdef(i.indexrelid) as words,
      i.indexprs is not null as "hasExpressions"
    from pg_index i join pg_class c on c.oid = i.indrelid where ${ours} and i.indisunique`.execute(query);
  return byName(rows);
}

/** Within a transaction, or of a whole database. */
export async function readCatalog(query: Query): Promise<Catalog> {
  const relations = await sql<{ name: string; value: string }>`
    select c.relname as name, c.relkind as value from pg_class c
    where ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'S')`.execute(query);
  const functions = await sql<{ name: string; value: string }>`
    select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name, pg_get_function_result(p.oid) as value
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')`.execute(query);
  const watchers = await sql<{ name: string; value: string }>`
    select c.relname || '.' || t.tgname as name, pg_get_triggerdef(t.oid) as value
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${ours} and not t.tgisinternal
    union all select c.relname || ' row security', '' from pg_class c where ${ours} and c.relrowsecurity`.execute(
    query,
  );
  return {
    relations: byValue(relations.rows),
    columns: await readColumns(query),
    rules: await readRules(query),
    uniques: await readUniques(query),
    functions: byValue(functions.rows),
    watchers: byValue(watchers.rows),
  };
}

/** The name of what a program of before relied on, and what became of it. */
export type Loss = { name: string; what: string };

const tableOf = (name: string) => name.slice(0, name.indexOf('.'));

/** More characters never cut what an older program writes, and it reads them as it did. */
function isWider(before: string, after: string): boolean {
  const [from, to] = [before, after].map((type) => /^character varying\((\d+)\)$/.exec(type)?.[1]);
  return from !== undefined && (after === 'text' || Number(to) >= Number(from));
}

function columnLosses(before: Catalog, after: Catalog): Loss[] {
  const losses: Loss[] = [];
  for (const [name, was] of before.columns) {
    const is = after.columns.get(name);
    if (!is) {
      if (after.relations.has(tableOf(name))) losses.push({ name, what: 'is gone' });
      continue;
    }
    if (is.type !== was.type && !isWider(was.type, is.type))
      losses.push({ name, what: `was ${was.type} and is ${is.type}` });
    if (was.nullable && !is.nullable) losses.push({ name, what: 'may no longer be null' });
    if (was.filled && !is.filled && !is.nullable) losses.push({ name, what: 'has lost its default' });
    if (was.written && !is.written) losses.push({ name, what: 'may no longer be written' });
  }
  for (const [name, { nullable, filled, written }] of after.columns) {
    const isNew = !before.columns.has(name) && before.relations.has(tableOf(name));
    if (isNew && !nullable && !filled && written)
      losses.push({ name, what: 'is new, must be given and has no default' });
  }
  return losses;
}

/** The values of `CHECK ((state = ANY (ARRAY['a'::text, …])))`; null for any other rule. */
function choicesOf({ kind, words }: Rule): Set<string> | null {
  if (kind !== 'c' || !/^CHECK \(\(\(?\w+\)?(::text)? = ANY \(\(?ARRAY\[[^\]]*\]\)?(::text\[\])?\)\)\)$/.test(words))
    return null;
  return new Set([...words.matchAll(/'((?:[^']|'')*)'/g)].map(([, word = '']) => word));
}

/** The same choices with others added; what an older program writes is among them. */
function isLoosened(was: Rule | undefined, is: Rule): boolean {
  const [few, many] = [was && choicesOf(was), choicesOf(is)];
  return Boolean(few && many && was?.columns.join() === is.columns.join() && [...few].every((one) => many.has(one)));
}

/** Whether writes of a program that knows only what was there can break it. All its columns are new: it leaves them at their defaults. */
function concernsOld({ table, columns }: Rule, before: Catalog): boolean {
  if (!before.relations.has(table)) return false;
  return columns.length === 0 || columns.some((column) => before.columns.has(`${table}.${column}`));
}

function ruleLosses(before: Catalog, after: Catalog): Loss[] {
  const losses: Loss[] = [];
  for (const [name, is] of after.rules) {
    const was = before.rules.get(name);
    if (was?.words === is.words || isLoosened(was, is) || !concernsOld(is, before)) continue;
    losses.push({ name, what: `is a new rule for what is written: ${is.words}` });
  }
  for (const [name, was] of before.rules) {
    // What it cleared away with a row stays from now on.
    if (was.kind === 'f' && !after.rules.has(name) && keepsColumns(was, after))
      losses.push({ name, what: `is gone: ${was.words}` });
  }
  return losses;
}

function uniqueLosses(before: Catalog, after: Catalog): Loss[] {
  const losses: Loss[] = [];
  for (const [name, is] of after.uniques) {
    const reaches = is.hasExpressions ? before.relations.has(is.table) : concernsOld(is, before);
    if (!before.uniques.has(name) && reaches) losses.push({ name, what: 'must now be unique' });
  }
  for (const [name, was] of before.uniques) {
    if (!after.uniques.has(name) && keepsColumns(was, after))
      losses.push({ name, what: 'is no longer unique, which ON CONFLICT asks for' });
  }
  return losses;
}

/** With its columns a rule goes too, which is said of the columns. */
function keepsColumns({ table, columns }: Rule, after: Catalog): boolean {
  return columns.every((column) => after.columns.has(`${table}.${column}`)) && after.relations.has(table);
}

function watcherLosses(before: Catalog, after: Catalog): Loss[] {
  return [...new Set([...before.watchers.keys(), ...after.watchers.keys()])].flatMap((name) => {
    const [was, is] = [before.watchers.get(name), after.watchers.get(name)];
    const table = name.replace(/[. ].*/, '');
    if (was === is || !before.relations.has(table) || !after.relations.has(table)) return [];
    if (was === undefined) return [{ name, what: 'runs at writes from now on' }];
    return [{ name, what: is === undefined ? 'no longer runs' : 'runs otherwise' }];
  });
}

/** What a program that was written for the catalogue `before` may no longer find, or no longer do. */
export function lossesBetween(before: Catalog, after: Catalog): Loss[] {
  const losses = [...columnLosses(before, after), ...ruleLosses(before, after), ...uniqueLosses(before, after)];
  for (const [name, kind] of before.relations) {
    const is = after.relations.get(name);
    if (is !== kind) losses.push({ name, what: is ? 'is of another kind' : 'is gone' });
  }
  for (const [name, result] of before.functions) {
    const is = after.functions.get(name);
    if (is !== result) losses.push({ name, what: is ? `returned ${result} and returns ${is}` : 'is gone' });
  }
  return [...losses, ...watcherLosses(before, after)].toSorted((one, other) => one.name.localeCompare(other.name));
}

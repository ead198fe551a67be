// Brings a database's tables to where the program is: numbered SQL files, each applied once.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Transaction } from 'kysely';
import { productVersion, projectFolder } from '#server/lib/product-version.ts';
import type { Database } from './open.ts';
import type { Tables } from './schema.ts';
import { StartupError } from './startup-error.ts';

export type Migration = { number: number; title: string; text: string; sha256: string };
/** `by`: the version that applied it; null when that was before they said so. */
type Applied = { number: number; title: string; sha256: string; by: string | null };

/** The oldest PostgreSQL that our SQL is written for. */
const OLDEST = 15;
/** The texts that 0.1.0 applied, where a comment was edited after it. */
export const formerly: Readonly<Record<string, string>> = {
  '013-pinned-concerns': 'a6330c04c61153f2e774bcec1ecd29f302473316ab3fc8994187bdb8863db7a0',
  '014-audit-log': 'd1d3dd92956a325d808affaa15a0c7936c2878a68d2e5497b0c3baddac5a9b75',
  '015-deliveries': 'd795b6809b52b4728bf749e9e6348e645b95482cf8bac24f98cbb1d214dae21c',
};
/** Any number, as long as it is always this one: whoever holds it migrates. */
const LOCK = 7_236_518_204;

/**
 * Applies what is missing, each file in a transaction of its own under one lock, so that several servers may start at once.
 *
 * @param folder of files named `NNN-title.sql`; the product's own by default. `version`: of this program.
 * @returns the titles that were applied.
 * @throws StartupError when the server is too old, the database was migrated by more than the next version, or an applied file was changed.
 */
export async function migrate(
  database: Database,
  folder = migrationsFolder(),
  version = productVersion,
): Promise<string[]> {
  const migrations = readMigrations(folder);
  const applied: string[] = [];
  for (;;) {
    const next = await database.tx((tx) => applyNext(tx, migrations, { version }));
    if (!next) return applied;
    applied.push(next.title);
  }
}

/** Within a transaction of the caller's, up to and with the migration `last`. For restoring, which is all or nothing. */
export async function migrateWithin(tx: Transaction<Tables>, migrations: Migration[], last: number): Promise<void> {
  while (await applyNext(tx, migrations, { last }));
}

/** The number of the newest migration that the database has; 0 before the first. */
export async function migrationOf(tx: Transaction<Tables>): Promise<number> {
  await prepare(tx);
  return (await readApplied(tx)).at(-1)?.number ?? 0;
}

/** The SQL files are read from the sources, beside which the bundle lies. */
export const migrationsFolder = (): string => join(projectFolder(), 'server/db/migrations');

/** In order. Line endings do not count: Git changes them on some systems. */
export function readMigrations(folder: string): Migration[] {
  const migrations: Migration[] = [];
  for (const name of readdirSync(folder).sort()) {
    const [, digits, title] = /^(\d{3})-([a-z0-9-]+)\.sql$/.exec(name) ?? [];
    if (!digits || !title) throw new Error(`${name} is not named like a migration (NNN-title.sql).`);
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    const number = Number(digits);
    if (number !== migrations.length + 1)
      throw new Error(`Migration ${name} should have the number ${migrations.length + 1}.`);
    migrations.push({
      number,
      title: `${digits}-${title}`,
      text,
      sha256: createHash('sha256').update(text).digest('hex'),
    });
  }
  return migrations;
}

async function applyNext(
  tx: Transaction<Tables>,
  migrations: Migration[],
  { last = Number.POSITIVE_INFINITY, version = productVersion },
) {
  await prepare(tx);
  const applied = await readApplied(tx);
  refuseChanged(applied, migrations);
  refuseNewer(applied, migrations, version);
  const next = migrations[applied.length];
  if (!next || next.number > last) return null;
  try {
    await sql.raw(next.text).execute(tx);
  } catch (error) {
    throw new Error(`Migration ${next.title} failed, nothing of it was kept: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const { number, title, sha256 } = next;
  await sql`insert into migrations (number, title, sha256, applied_by)
    values (${number}, ${title}, ${sha256}, ${version})`.execute(tx);
  return next;
}

/** The lock ends with the transaction, also when the program is killed in the middle. */
async function prepare(tx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(
    tx,
  );
  refuseOldServer(rows[0]?.version ?? 0);
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
  await sql`set local client_min_messages = warning`.execute(tx);
  await sql`create table if not exists migrations (
    number integer primary key,
    title text not null,
    sha256 char(64) not null,
    applied_at timestamptz not null default now(),
    applied_by text
  )`.execute(tx);
  // `add column if not exists` would wait for every reader of the table, even where the column exists.
  const { rows: missing } = await sql`select 1 where not exists (
    select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'applied_by')`.execute(tx);
  if (missing.length > 0) await sql`alter table migrations add column applied_by text`.execute(tx);
}

async function readApplied(tx: Transaction<Tables>): Promise<Applied[]> {
  const { rows } = await sql<Applied>`
    select number, title, sha256, applied_by as by from migrations order by number`.execute(tx);
  return rows;
}

/** @param version as PostgreSQL counts: 150018 is 15.18. */
export function refuseOldServer(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST) return;
  throw new StartupError(`The PostgreSQL server has version ${major}; Topout needs ${OLDEST} or newer.`);
}

/** Migrations take away nothing that the version before needs (additive-migrations.test.ts), but what two versions before needed. */
function refuseNewer(applied: Applied[], migrations: Migration[], version: string): void {
  const unknown = applied.slice(migrations.length);
  const stranger = unknown.findLast(({ by }) => by === null || !isAtMostNext(by, version));
  if (!stranger) return;
  const newest = applied.at(-1)?.number ?? 0;
  const by = stranger.by === null ? 'a newer one' : stranger.by;
  throw new StartupError(
    `The database is at migration ${newest} and this version of Topout, ${version}, knows ${migrations.length}: it was used by ${by}. Start that version, or the one before it. Nothing was changed.`,
  );
}

/** Whether `other` is of the same minor version as this one, older, or of the next. What a patch takes away the minor before did not need. */
function isAtMostNext(other: string, own: string): boolean {
  const [major = 0, minor = 0] = other.split('.').map(Number);
  const [ownMajor = 0, ownMinor = 0] = own.split('.').map(Number);
  return major === ownMajor && minor <= ownMinor + 1;
}

function refuseChanged(applied: Applied[], migrations: Migration[]): void {
  for (const { number, title, sha256 } of applied.slice(0, migrations.length)) {
    const known = migrations[number - 1];
    if (known?.sha256 === sha256 || (known && formerly[title] === sha256)) continue;
    throw new StartupError(
      `Migration ${title} was changed after this database had applied it: put the original file back.`,
    );
  }
}

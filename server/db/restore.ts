// Restores a backup into an empty database, completely or not at all.
import { sql, type Transaction } from 'kysely';
import { checkFile, contentOf, type Header, type Line } from './backup/format.ts';
import { listBackedUpTables, listTables, setExactFormats, type Table } from './backup.ts';
import { migrateWithin, migrationOf, migrationsFolder, readMigrations } from './migrate.ts';
import type { Database } from './open.ts';
import type { Tables } from './schema.ts';
import { StartupError } from './startup-error.ts';

/** Text sent to the server at a time. */
const BATCH_CHARACTERS = 500_000;

/**
 * Migrates a database to the version that the file was made at, inserts the rows, and migrates to the newest. All in one transaction,
 * after the file was checked to its end: whatever fails, nothing has changed.
 *
 * @throws StartupError for a file that is damaged, newer than the program or no backup, and for a database that is not empty.
 */
export async function restore(database: Database, file: string, folder = migrationsFolder()): Promise<void> {
  const header = await checkFile(file);
  const migrations = readMigrations(folder);
  if (header.migration > migrations.length) {
    throw new StartupError('The backup was made by a newer version of Topout: restore it with that one.');
  }
  await database.tx(async (tx) => {
    await setExactFormats(tx);
    await refuseUnlessEmpty(tx, header);
    await migrateWithin(tx, migrations, header.migration);
    await fill(tx, file).catch(explain);
    await migrateWithin(tx, migrations, migrations.length);
  });
  await database.tx(async (tx) => {
    await setExactFormats(tx);
    // Otherwise PostgreSQL plans for empty tables until autovacuum analyzes them.
    await sql`analyze`.execute(tx);
  });
}

async function refuseUnlessEmpty(tx: Transaction<Tables>, header: Header): Promise<void> {
  const present = await migrationOf(tx);
  const tables = (await listTables(tx)).filter(({ name }) => name !== 'migrations');
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.id(name)} limit 1`.execute(tx);
    if (rows.length > 0 || present === 0) {
      throw new StartupError(
        `The database is not empty (see its table ${name}): restore into a new one, so that nothing is lost.`,
      );
    }
  }
  if (present > header.migration) {
    throw new StartupError(
      'The tables of the database are newer than the backup: restore into one that Topout has not started on.',
    );
  }
}

/** Without triggers: what they did when the rows were first written is in the file already. */
async function fill(tx: Transaction<Tables>, file: string): Promise<void> {
  const tables = new Map((await listBackedUpTables(tx)).map((table) => [table.name, table]));
  const each = async (change: string) => {
    for (const name of tables.keys())
      await sql`alter table ${sql.id(name)} ${sql.raw(change)} trigger user`.execute(tx);
  };
  await each('disable');
  let insert = ignore;
  for await (const line of contentOf(file)) {
    if (line.kind === 'row') await insert(line.text);
    else {
      await insert(null);
      insert = line.kind === 'table' ? insertInto(tx, tableOf(line, tables)) : ignore;
      if (line.kind === 'sequence') await setSequence(tx, line);
    }
  }
  await insert(null);
  await each('enable');
}

/** Takes a row, or null at the end. */
type InsertRow = (row: string | null) => Promise<void>;

const ignore: InsertRow = async () => undefined;

function insertInto(tx: Transaction<Tables>, { name, columns, types }: Table): InsertRow {
  const into = sql.join(columns.map((column) => sql.id(column)));
  const values = sql.join(types.map((type, index) => sql`(row ->> ${sql.lit(index)})::${sql.raw(type)}`));
  let batch: string[] = [];
  let size = 0;
  return async (row) => {
    if (row !== null) size += batch.push(row) && row.length;
    if (batch.length === 0 || (row !== null && size < BATCH_CHARACTERS)) return;
    const rows = `[${batch.join(',')}]`;
    batch = [];
    size = 0;
    await sql`insert into ${sql.id(name)} (${into}) overriding system value
      select ${values} from json_array_elements(${rows}::json) as row`.execute(tx);
  };
}

function tableOf(line: Extract<Line, { kind: 'table' }>, tables: Map<string, Table>): Table {
  const table = tables.get(line.name);
  if (!table || table.columns.join() !== line.columns.join()) {
    throw new StartupError(
      `The table ${line.name} of the backup does not fit this version of Topout: nothing was changed.`,
    );
  }
  return table;
}

async function setSequence(
  tx: Transaction<Tables>,
  { name, value, used }: Extract<Line, { kind: 'sequence' }>,
): Promise<void> {
  await sql`select setval(${name}::regclass, ${value}::bigint, ${used})`.execute(tx);
}

/** A sentence for values that do not fit the tables or their rules; anything else is a connection error or a bug. */
function explain(error: unknown): never {
  const { code, message } = error as { code?: string; message?: string };
  if (!code || !/^(22|23)/.test(code)) throw error;
  throw new StartupError(`The backup does not fit its own tables (${message}): nothing was changed.`);
}

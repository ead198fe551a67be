// The company's settings: one row each; what has no row, or one that makes no sense, is as the defaults say (behaviour §14).
import { type Kysely, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { type CompanySettings, defaultSettings, type SavedSettings } from '#contract/company-settings.ts';
import { CompanySettings as Schema } from '#contract/schemas/company-settings.ts';
import type { createMemoizer } from '#server/lib/memoize.ts';
import type { Tables } from './schema.ts';

export type ReadSettings = () => Promise<CompanySettings>;

type Row = { key: string; value: unknown; version: number };

/** A setting that cannot be read must not stop what needs it. */
function toSettings(rows: readonly Row[]): CompanySettings {
  const known = rows.flatMap(({ key, value }) => {
    const rule = Object.hasOwn(Schema.shape, key) ? Schema.shape[key as keyof CompanySettings] : null;
    const found = rule && z.safeParse(rule as z.ZodMiniType, value);
    return found?.success ? [[key, found.data]] : [];
  });
  return { ...defaultSettings, ...Object.fromEntries(known) };
}

async function readRows(db: Kysely<Tables>): Promise<Row[]> {
  const own = Object.keys(Schema.shape);
  return (await sql<Row>`select key, value, version from settings where key = any(${own}::text[])`.execute(db)).rows;
}

/** As the rows of this moment say; `version` grows with every save. */
export async function readSettings(db: Kysely<Tables>): Promise<SavedSettings> {
  const rows = await readRows(db);
  return { ...toSettings(rows), version: rows.reduce((sum, row) => sum + row.version, 1) } as SavedSettings;
}

/** Read once in each process until a write touches the topic `settings`. */
export function createSettingsReader(
  db: Kysely<Tables>,
  memoizer: Pick<ReturnType<typeof createMemoizer>, 'forTopics'>,
): ReadSettings {
  const cached = memoizer.forTopics(['settings']);
  return () => cached('of the company', async () => toSettings(await readRows(db)));
}

/** Waits for another save. */
export async function lockSettings(tx: Transaction<Tables>): Promise<SavedSettings> {
  await sql`lock table settings in share row exclusive mode`.execute(tx);
  return readSettings(tx);
}

/** What is as the defaults say is written too: a later change of the defaults changes nothing that a company saw and saved. */
export async function saveSettings(tx: Transaction<Tables>, settings: CompanySettings): Promise<void> {
  await sql`insert into settings (key, value)
    select key, value from jsonb_each(${JSON.stringify(settings)}::jsonb)
    on conflict (key) do update set value = excluded.value, version = settings.version + 1, updated_at = now()`.execute(
    tx,
  );
}

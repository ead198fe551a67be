// The rows of the table of settings: several pages share it, each with keys and a version of its own.
import { type Kysely, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '#server/db/schema.ts';
import { wellFormed } from '#server/lib/well-formed.ts';

export type SettingRow = { key: string; value: unknown; version: number };

export async function readSettingRows(db: Kysely<Tables>, keys: readonly string[]): Promise<SettingRow[]> {
  const found = await sql<SettingRow>`select key, value, version from settings where key = any(${[...keys]}::text[])`;
  return (await found.execute(db)).rows;
}

/** Null: nobody saved it, or what was saved makes no sense, which is as if nobody had. */
export function savedSetting<Value>(
  rows: readonly SettingRow[],
  key: string,
  rule: z.ZodMiniType<Value>,
): Value | null {
  const found = z.safeParse(rule, rows.find((row) => row.key === key)?.value);
  return found.success ? found.data : null;
}

/** Grows with every save of these rows; 1 before the first. */
export function versionOf(rows: readonly SettingRow[]): number {
  return rows.reduce((sum, row) => sum + row.version, 1);
}

/** Waits for another save. */
export async function lockSettingRows(tx: Transaction<Tables>): Promise<void> {
  await sql`lock table settings in share row exclusive mode`.execute(tx);
}

/** jsonb takes no half of a character. */
const withWholeCharacters = (_: string, value: unknown) => (typeof value === 'string' ? wellFormed(value) : value);

/** What is as the defaults say is written too: a later change of the defaults changes nothing that a company saw and saved. */
export async function saveSettingRows(tx: Transaction<Tables>, values: object): Promise<void> {
  await sql`insert into settings (key, value)
    select key, value from jsonb_each(${JSON.stringify(values, withWholeCharacters)}::jsonb)
    on conflict (key) do update set value = excluded.value, version = settings.version + 1, updated_at = now()`.execute(
    tx,
  );
}

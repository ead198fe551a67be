// The rows of the table of settings: several pages share it, each with keys and a version of its own.
import { type Kysely, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { defaultReasons, type SavedReasons } from '#contract/sessions/rejection.ts';
import { ReasonSettings } from '#contract/sessions/rejection-routes.ts';
import { defaultRetention, type SavedRetention } from '#contract/settings/endpoints.ts';
import { Retention } from '#contract/settings/routes.ts';
import { defaultShareRules, type SavedShareRules } from '#contract/sharing/endpoints.ts';
import { ShareRules } from '#contract/sharing/share-links-routes.ts';
import type { Tables } from '#server/db/schema.ts';
import { wellFormed } from '#server/lib/well-formed.ts';

// What the company allows of share links: one row; without it, or where it makes no sense, as the defaults say (behaviour §16.8).
export const shareRulesKey = 'shareRules';

export async function readShareRules(db: Kysely<Tables>): Promise<SavedShareRules> {
  const rows = await readSettingRows(db, [shareRulesKey]);
  return { ...(savedSetting(rows, shareRulesKey, ShareRules) ?? defaultShareRules), version: versionOf(rows) };
}

/** Whether the company allows downloads now, whatever a link was made with. */
export const downloadsAllowed = sql<boolean>`not exists
  (select from settings where key = ${shareRulesKey} and value->>'downloads' = 'false')`;

// The company's reasons for sending a session back: one row; without it, or where it makes no sense, as the defaults say (behaviour §22.1).
export const reasonsKey = 'rejectionReasons';

export async function readReasons(db: Kysely<Tables>): Promise<SavedReasons> {
  const saved = await readSettingRows(db, [reasonsKey]);
  // A reason that came later than what was saved is as the defaults say.
  const rows = saved.map((row) => ({ ...row, value: { ...defaultReasons, ...(row.value as object | null) } }));
  return { reasons: savedSetting(rows, reasonsKey, ReasonSettings) ?? defaultReasons, version: versionOf(rows) };
}

// How long the company keeps what piles up: one row; without it, or where it makes no sense, for ever (behaviour §30).
export const retentionKey = 'retention';

export async function readRetention(db: Kysely<Tables>): Promise<SavedRetention> {
  const rows = await readSettingRows(db, [retentionKey]);
  return { ...(savedSetting(rows, retentionKey, Retention) ?? defaultRetention), version: versionOf(rows) };
}

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

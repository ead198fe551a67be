// The company's reasons for sending a session back: one row; without it, or where it makes no sense, as the defaults say (behaviour §22.1).
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod/mini';
import { defaultReasons, type ReasonSettings, type SavedReasons } from '#contract/rejection.ts';
import { ReasonSettings as Schema } from '#contract/schemas/rejection.ts';
import type { Tables } from './schema.ts';
import { lockSettingRows, readSettingRows, saveSettingRows, versionOf } from './setting-rows.ts';

const key = 'rejectionReasons';

export async function readReasons(db: Kysely<Tables>): Promise<SavedReasons> {
  const rows = await readSettingRows(db, [key]);
  const found = z.safeParse(Schema, rows[0]?.value);
  return { reasons: found.success ? found.data : defaultReasons, version: versionOf(rows) };
}

/** Waits for another save. */
export async function lockReasons(tx: Transaction<Tables>): Promise<SavedReasons> {
  await lockSettingRows(tx);
  return readReasons(tx);
}

export async function saveReasons(tx: Transaction<Tables>, reasons: ReasonSettings): Promise<void> {
  await saveSettingRows(tx, { [key]: reasons });
}

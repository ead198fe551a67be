// The company's reasons for sending a session back: one row; without it, or where it makes no sense, as the defaults say (behaviour §22.1).
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { defaultReasons, type SavedReasons } from '#contract/sessions/rejection.ts';
import { ReasonSettings as Schema } from '#contract/sessions/rejection-routes.ts';
import type { Tables } from '#server/db/schema.ts';
import { readSettingRows, versionOf } from './setting-rows.ts';

export const reasonsKey = 'rejectionReasons';

export async function readReasons(db: Kysely<Tables>): Promise<SavedReasons> {
  const rows = await readSettingRows(db, [reasonsKey]);
  const found = z.safeParse(Schema, rows[0]?.value);
  return { reasons: found.success ? found.data : defaultReasons, version: versionOf(rows) };
}

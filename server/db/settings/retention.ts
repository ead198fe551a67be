// How long the company keeps what piles up: one row; without it, or where it makes no sense, for ever (behaviour §30).
import type { Kysely } from 'kysely';
import { defaultRetention, type SavedRetention } from '#contract/settings/retention.ts';
import { Retention } from '#contract/settings/retention-routes.ts';
import type { Tables } from '#server/db/schema.ts';
import { readSettingRows, savedSetting, versionOf } from './setting-rows.ts';

export const retentionKey = 'retention';

export async function readRetention(db: Kysely<Tables>): Promise<SavedRetention> {
  const rows = await readSettingRows(db, [retentionKey]);
  return { ...(savedSetting(rows, retentionKey, Retention) ?? defaultRetention), version: versionOf(rows) };
}

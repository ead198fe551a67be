// What the company allows of share links: one row; without it, or where it makes no sense, as the defaults say (behaviour §16.8).
import { type Kysely, sql } from 'kysely';
import { defaultShareRules, type SavedShareRules } from '#contract/sharing/share-rules.ts';
import { ShareRules } from '#contract/sharing/share-rules-routes.ts';
import type { Tables } from '#server/db/schema.ts';
import { readSettingRows, savedSetting, versionOf } from './setting-rows.ts';

export const shareRulesKey = 'shareRules';

export async function readShareRules(db: Kysely<Tables>): Promise<SavedShareRules> {
  const rows = await readSettingRows(db, [shareRulesKey]);
  return { ...(savedSetting(rows, shareRulesKey, ShareRules) ?? defaultShareRules), version: versionOf(rows) };
}

/** Whether the company allows downloads now, whatever a link was made with. */
export const downloadsAllowed = sql<boolean>`not exists
  (select from settings where key = ${shareRulesKey} and value->>'downloads' = 'false')`;

// The company's settings: one row each; what has no row, or one that makes no sense, is as the defaults say (behaviour §14).
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { type CompanySettings, defaultSettings, type SavedSettings } from '#contract/settings/company-settings.ts';
import { CompanySettings as Schema } from '#contract/settings/company-settings-routes.ts';
import type { Tables } from '#server/db/schema.ts';
import type { createMemoizer } from '#server/lib/memoize.ts';
import { readSettingRows, type SettingRow, versionOf } from './setting-rows.ts';

export type ReadSettings = () => Promise<CompanySettings>;

/** A setting that cannot be read must not stop what needs it. */
function toSettings(rows: readonly SettingRow[]): CompanySettings {
  const known = rows.flatMap(({ key, value }) => {
    const rule = Object.hasOwn(Schema.shape, key) ? Schema.shape[key as keyof CompanySettings] : null;
    const found = rule && z.safeParse(rule as z.ZodMiniType, value);
    return found?.success ? [[key, found.data]] : [];
  });
  return { ...defaultSettings, ...Object.fromEntries(known) };
}

const keys = Object.keys(Schema.shape);

/** As the rows of this moment say; `version` grows with every save. */
export async function readSettings(db: Kysely<Tables>): Promise<SavedSettings> {
  const rows = await readSettingRows(db, keys);
  return { ...toSettings(rows), version: versionOf(rows) } as SavedSettings;
}

/** Read once in each process until a write touches the topic `settings`. */
export function createSettingsReader(
  db: Kysely<Tables>,
  memoizer: Pick<ReturnType<typeof createMemoizer>, 'forTopics'>,
): ReadSettings {
  const cached = memoizer.forTopics(['settings']);
  return () => cached('of the company', async () => toSettings(await readSettingRows(db, keys)));
}

// The company's settings: one row each; what has no row, or one that makes no sense, is as the defaults say (behaviour §14).
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import {
  type CompanySettings,
  defaultCompanyDefaults,
  defaultSettings,
  type SavedDefaults,
  type SavedSettings,
} from '#contract/settings/endpoints.ts';
import { CompanyDefaults, CompanySettings as Schema } from '#contract/settings/routes.ts';
import type { Uploads } from '#server/config.ts';
import type { Tables } from '#server/db/schema.ts';
import type { createMemoizer } from '#server/lib/memoize.ts';
import { readSettingRows, type SettingRow, savedSetting, versionOf } from './setting-rows.ts';

// What holds for everybody until it is chosen otherwise: what admins saved, what stands in the environment, and what both make of it (behaviour §29).
const gigabyte = 1024 ** 3;
/** Where nothing is uploaded. */
const usualQuotaGb = 500;

const { digest, remindsHalfway, claimDays, uploadQuotaGb } = CompanyDefaults.shape;
/** By the key that each has in the table of settings. */
const rules = { defaultDigest: digest, remindsHalfway, claimDays, uploadQuotaGb };

export const isQuotaFixed = (uploads: Uploads | null) => uploads?.quotaIsFixed ?? false;

/** A quota that stands in the environment is not kept as if somebody had chosen it. */
export function rowsOfDefaults(
  { digest, remindsHalfway, claimDays, uploadQuotaGb }: CompanyDefaults,
  uploads: Uploads | null,
) {
  const rows = { defaultDigest: digest, remindsHalfway, claimDays };
  return isQuotaFixed(uploads) ? rows : { ...rows, uploadQuotaGb };
}

const claimDaysOf = (rows: readonly SettingRow[]) =>
  savedSetting(rows, 'claimDays', rules.claimDays) ?? defaultCompanyDefaults.claimDays;

/** Days after which a claim that nobody confirmed shows as a variance. */
export async function readClaimDays(db: Kysely<Tables>): Promise<number> {
  return claimDaysOf(await readSettingRows(db, ['claimDays']));
}

export type ReadDefaults = (db: Kysely<Tables>) => Promise<SavedDefaults>;

export function createDefaultsReader(uploads: Uploads | null): ReadDefaults {
  const isFixed = isQuotaFixed(uploads);
  const fixed: SavedDefaults['fixed'] = [
    ...(uploads?.rootIsFixed ? (['uploads'] as const) : []),
    ...(isFixed ? (['uploadQuotaGb'] as const) : []),
  ];
  const standingGb = uploads ? uploads.quotaBytes / gigabyte : usualQuotaGb;
  return async (db) => {
    const rows = await readSettingRows(db, Object.keys(rules));
    return {
      digest: savedSetting(rows, 'defaultDigest', rules.defaultDigest) ?? defaultCompanyDefaults.digest,
      remindsHalfway:
        savedSetting(rows, 'remindsHalfway', rules.remindsHalfway) ?? defaultCompanyDefaults.remindsHalfway,
      claimDays: claimDaysOf(rows),
      uploadQuotaGb: (isFixed ? null : savedSetting(rows, 'uploadQuotaGb', rules.uploadQuotaGb)) ?? standingGb,
      uploadsOn: uploads !== null,
      fixed,
      version: versionOf(rows),
    };
  };
}

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

// The company's calendar, for statements: its zone as the rows of this moment say.
export const companyZone = sql`coalesce((select value #>> '{}' from settings where key = 'timeZone'), ${defaultSettings.timeZone})`;

/** The calendar day that it is where the company is; at this instant, or now. */
export function companyDay(at?: Date): RawBuilder<string> {
  return sql<string>`(${at ?? sql`now()`}::timestamptz at time zone ${companyZone})::date`;
}

// What holds for everybody until it is chosen otherwise: what admins saved, what stands in the environment, and what both make of it (behaviour §29).
import type { Kysely } from 'kysely';
import { defaultCompanyDefaults, type SavedDefaults } from '#contract/settings/company-defaults.ts';
import { CompanyDefaults } from '#contract/settings/company-defaults-routes.ts';
import type { Uploads } from '#server/config.ts';
import type { Tables } from '#server/db/schema.ts';
import { readSettingRows, savedSetting, versionOf } from './setting-rows.ts';

const gigabyte = 1024 ** 3;
/** Where nothing is uploaded. */
const usualQuotaGb = 500;

const { digest, remindsHalfway, uploadQuotaGb } = CompanyDefaults.shape;
/** By the key that each has in the table of settings. */
const rules = { defaultDigest: digest, remindsHalfway, uploadQuotaGb };

export const isQuotaFixed = (uploads: Uploads | null) => uploads?.quotaIsFixed ?? false;

/** A quota that stands in the environment is not kept as if somebody had chosen it. */
export function rowsOfDefaults({ digest, remindsHalfway, uploadQuotaGb }: CompanyDefaults, uploads: Uploads | null) {
  const rows = { defaultDigest: digest, remindsHalfway };
  return isQuotaFixed(uploads) ? rows : { ...rows, uploadQuotaGb };
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
      uploadQuotaGb: (isFixed ? null : savedSetting(rows, 'uploadQuotaGb', rules.uploadQuotaGb)) ?? standingGb,
      uploadsOn: uploads !== null,
      fixed,
      version: versionOf(rows),
    };
  };
}

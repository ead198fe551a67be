// What holds for everybody until it is chosen otherwise: how often digests come, when answers are reminded of, and how much a project may upload (behaviour §29).

import { get, put } from '#contract/core/endpoint.ts';
import type { companyDefaultsRoutes as routes } from './company-defaults-routes.ts';

export type { CompanyDefaults, SavedDefaults } from './company-defaults-routes.ts';

/** What nobody saved; the quota is UPLOAD_QUOTA_GB, or 500. */
export const defaultCompanyDefaults = { digest: 'weekly', remindsHalfway: true } as const;
/** Gigabytes. */
export const mostQuota = 100_000;

const topics = ['settings'] as const;

export const companyDefaults = get<typeof routes.companyDefaults>('/api/settings/defaults', { topics });

export const editCompanyDefaults = put<typeof routes.editCompanyDefaults>('/api/settings/defaults', {
  topics,
  idempotencyKey: true,
});

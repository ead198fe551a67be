// What holds for everybody until it is chosen otherwise: how often digests come, when answers are reminded of, and how much a project may upload (behaviour §29).
import type { companyDefaultsRoutes as routes } from '#contract/routes/company-defaults.ts';
import { get, put } from './endpoint.ts';

export type { CompanyDefaults, SavedDefaults } from '#contract/schemas/company-defaults.ts';

/** What nobody saved; the quota is UPLOAD_QUOTA_GB, or 500. */
export const defaultCompanyDefaults = { digest: 'weekly', remindsHalfway: true } as const;
/** Gigabytes. */
export const mostQuota = 100_000;

const topics = ['settings'] as const;

export const companyDefaults = get<typeof routes.companyDefaults>('/api/settings/defaults', { topics });

export const editCompanyDefaults = put<typeof routes.editCompanyDefaults>('/api/settings/defaults', { topics });

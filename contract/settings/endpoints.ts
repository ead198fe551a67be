// What a company may set for itself, and what holds until it does: hours, brand, defaults and retention (behaviour §14, §28 to §30).
import { del, get, post, put } from '#contract/core/endpoint.ts';
import type { brandRoutes, companyDefaultsRoutes, companySettingsRoutes, retentionRoutes } from './routes.ts';

export type { SavedSettings } from './routes.ts';

export type CompanySettings = {
  /** 1 is Monday, 7 is Sunday. */
  workingDays: readonly number[];
  /** Days on which nobody works, yyyy-mm-dd. */
  holidays: readonly string[];
  /** IANA name: where the company's days begin and end. */
  timeZone: string;
  /** After how many working days the first answer to a concern is due, by its priority. */
  responseDays: { high: number; medium: number; low: number };
};

export const defaultSettings: CompanySettings = {
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
  timeZone: 'Africa/Lagos',
  responseDays: { high: 1, medium: 3, low: 7 },
};

/** Monday first, as `workingDays` counts them. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Working days that a first answer may take. */
export const mostResponseDays = 90;
export const mostHolidays = 1000;

export const companySettings = get<typeof companySettingsRoutes.companySettings>('/api/settings', {
  topics: ['settings'],
});

/** From the next concern on: what is due already stays due (behaviour §13.5). */
export const editCompanySettings = put<typeof companySettingsRoutes.editCompanySettings>('/api/settings', {
  topics: ['settings'],
  idempotencyKey: true,
});

// The company's branding: name, colour, logo and postal address, as admins set them (behaviour §28).
export type { SavedBrand } from './routes.ts';

/** Room in the sidebar, in titles and in the subject of a mail. */
export const maxBrandName = 60;
/** A postal address in a few lines. */
export const maxAddressLines = 6;
export const maxAddressLine = 80;

export const brand = get<typeof brandRoutes.brand>('/api/settings/brand', { topics: ['settings'] });

export const editBrand = put<typeof brandRoutes.editBrand>('/api/settings/brand', {
  topics: ['settings'],
  idempotencyKey: true,
});

export const changeLogo = post<typeof brandRoutes.changeLogo>('/api/settings/brand/logo', {
  topics: ['settings'],
  idempotencyKey: false,
});

export const removeLogo = del<typeof brandRoutes.removeLogo>('/api/settings/brand/logo', {
  topics: ['settings'],
  idempotencyKey: false,
});

/** For everybody: it stands on the login page and on the pages of share links. */
export const brandLogo = get<typeof brandRoutes.brandLogo>('/api/brand/logo/:version');

// What holds for everybody until it is chosen otherwise: how often digests come, when answers are reminded of, and how much a project may upload (behaviour §29).
export type { CompanyDefaults, SavedDefaults } from './routes.ts';

/** What nobody saved; the quota is UPLOAD_QUOTA_GB, or 500. */
export const defaultCompanyDefaults = { digest: 'weekly', remindsHalfway: true, claimDays: 14 } as const;
/** A year. */
export const mostClaimDays = 365;
/** Gigabytes. */
export const mostQuota = 100_000;

export const companyDefaults = get<typeof companyDefaultsRoutes.companyDefaults>('/api/settings/defaults', {
  topics: ['settings'],
});

export const editCompanyDefaults = put<typeof companyDefaultsRoutes.editCompanyDefaults>('/api/settings/defaults', {
  topics: ['settings'],
  idempotencyKey: true,
});

// How long the company keeps the data that accumulates beside its records: the audit log, notifications and demo requests (behaviour §30).
export type { Retention, SavedRetention } from './routes.ts';

/** Days, as they are offered; null is for ever. */
export const retentionDays = [90, 365, 730, 1825, 3650] as const;
export type RetentionDays = (typeof retentionDays)[number];
/** The database itself gives away nothing younger than a year. */
export const auditLogDays = [365, 730, 1825, 3650] as const satisfies readonly RetentionDays[];

export const retentionLabels: Record<RetentionDays, string> = {
  90: '90 days',
  365: 'A year',
  730: 'Two years',
  1825: 'Five years',
  3650: 'Ten years',
};

export const defaultRetention = { auditLog: null, notifications: null, demoRequests: null } as const;

export const retention = get<typeof retentionRoutes.retention>('/api/settings/retention', { topics: ['settings'] });

export const editRetention = put<typeof retentionRoutes.editRetention>('/api/settings/retention', {
  topics: ['settings'],
  idempotencyKey: true,
});

// What a company may set for itself, and what holds until it does (behaviour §14).

import { get, put } from '#contract/core/endpoint.ts';
import type { companySettingsRoutes as routes } from './company-settings-routes.ts';

export type { SavedSettings } from './company-settings-routes.ts';

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

const topics = ['settings'] as const;

export const companySettings = get<typeof routes.companySettings>('/api/settings', { topics });

/** From the next concern on: what is due already stays due (behaviour §13.5). */
export const editCompanySettings = put<typeof routes.editCompanySettings>('/api/settings', {
  topics,
  idempotencyKey: true,
});

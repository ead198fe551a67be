// How long the company keeps what piles up beside its records: the audit log, notifications and demo requests (behaviour §30).

import { get, put } from '#contract/core/endpoint.ts';
import type { retentionRoutes as routes } from './retention-routes.ts';

export type { Retention, SavedRetention } from './retention-routes.ts';

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

const topics = ['settings'] as const;

export const retention = get<typeof routes.retention>('/api/settings/retention', { topics });

export const editRetention = put<typeof routes.editRetention>('/api/settings/retention', {
  topics,
  idempotencyKey: true,
});

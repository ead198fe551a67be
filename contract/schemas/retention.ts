// The schemas of how long the company keeps what piles up.
import * as z from 'zod/mini';
import { auditLogDays, retentionDays } from '#contract/retention.ts';
import { version } from './fields.ts';

const days = z.nullable(
  z.literal(retentionDays, 'It is kept for 90, 365, 730, 1825 or 3650 days, or with null for ever'),
);

/** Days; null: for ever. */
export const Retention = z.object({
  auditLog: z.nullable(
    z.literal(auditLogDays, 'The audit log is kept for 365, 730, 1825 or 3650 days, or with null for ever'),
  ),
  notifications: days,
  demoRequests: days,
});
export type Retention = z.infer<typeof Retention>;

export const SavedRetention = z.extend(Retention, { version: z.number() });
export type SavedRetention = z.infer<typeof SavedRetention>;

export const RetentionEdit = z.extend(Retention, { version });

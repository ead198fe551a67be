// The schemas and routes of retention: how long the company keeps log data.
import * as z from 'zod/mini';
import { version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { auditLogDays, retentionDays } from './retention.ts';

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

const access = can.manageSettings;

export const retentionRoutes = {
  retention: {
    reply: SavedRetention,
    access,
    summary: 'How many days the audit log, notifications and demo requests are kept; null: for ever.',
  },
  editRetention: {
    body: RetentionEdit,
    reply: SavedRetention,
    access,
    summary: 'Changes them; what is older is removed within the hour, and the audit log says how much.',
  },
} satisfies RouteDefinitions;

// The routes of how long the company keeps what piles up.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import * as schemas from '#contract/schemas/retention.ts';

const access = can.manageSettings;

export const retentionRoutes = {
  retention: {
    reply: schemas.SavedRetention,
    access,
    summary: 'How many days the audit log, notifications and demo requests are kept; null: for ever.',
  },
  editRetention: {
    body: schemas.RetentionEdit,
    reply: schemas.SavedRetention,
    access,
    summary: 'Changes them; what is older is removed within the hour, and the audit log says how much.',
  },
} satisfies RouteDefinitions;

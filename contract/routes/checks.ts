// The route of the checks of a visit.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import * as schemas from '#contract/schemas/checks.ts';
import { ById } from '#contract/schemas/fields.ts';

export const checkRoutes = {
  sessionChecks: {
    params: ById,
    reply: schemas.SessionChecks,
    access: can.readChecks,
    row: 'session',
    summary: 'What was found about a visit by itself, for those who review it or submitted it.',
  },
} satisfies RouteDefinitions;

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
  sitePlace: {
    params: ById,
    query: schemas.PlaceQuery,
    reply: schemas.SitePlace,
    access: can.submitSessions,
    row: 'project',
    summary: 'Where a site of the project is, or without one the project: by its coordinates or by former visits.',
  },
} satisfies RouteDefinitions;

// The routes of what holds for everybody until it is chosen otherwise.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import * as schemas from '#contract/schemas/company-defaults.ts';

const access = can.manageSettings;

export const companyDefaultsRoutes = {
  companyDefaults: {
    reply: schemas.SavedDefaults,
    access,
    summary:
      'How often digests come, when answers are reminded of, how much a project may upload, and what of it stands in the environment.',
  },
  editCompanyDefaults: {
    body: schemas.DefaultsEdit,
    reply: schemas.SavedDefaults,
    access,
    summary: 'Changes them, in all processes at once.',
  },
} satisfies RouteDefinitions;

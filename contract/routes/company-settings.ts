// The routes of the company's settings.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import * as schemas from '#contract/schemas/company-settings.ts';

const access = can.manageSettings;

export const companySettingsRoutes = {
  companySettings: {
    reply: schemas.SavedSettings,
    access,
    summary: 'Working days, holidays, time zone and response times of the company.',
  },
  editCompanySettings: {
    body: schemas.SettingsEdit,
    reply: schemas.SavedSettings,
    access,
    summary: 'Changes them; deadlines that were set stay.',
  },
} satisfies RouteDefinitions;

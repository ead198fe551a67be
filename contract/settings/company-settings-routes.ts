// The schemas and routes of the company's settings, one field for each row of their table.
import * as z from 'zod/mini';
import { day, isTimeZone, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { mostHolidays, mostResponseDays } from './company-settings.ts';

const noWeekday = 'A working day is a number from 1, Monday, to 7, Sunday';
const weekday = z.int(noWeekday).check(z.gte(1, noWeekday), z.lte(7, noWeekday));
const noNumber = `An answer may take from 1 to ${mostResponseDays} working days`;
const answerDays = z.int(noNumber).check(z.gte(1, noNumber), z.lte(mostResponseDays, noNumber));
const noZone = 'This time zone is not known';

const isSet = (values: readonly unknown[]) => new Set(values).size === values.length;

export const CompanySettings = z.object({
  workingDays: z
    .array(weekday)
    .check(
      z.minLength(1, 'At least one day of the week must be a working day'),
      z.refine(isSet, 'Each day of the week may be named once'),
    ),
  holidays: z
    .array(day('A holiday must be a day, yyyy-mm-dd'))
    .check(
      z.maxLength(mostHolidays, `At most ${mostHolidays} holidays are kept`),
      z.refine(isSet, 'Each holiday may be named once'),
    ),
  timeZone: z.string(noZone).check(z.refine(isTimeZone, noZone)),
  responseDays: z.object({ high: answerDays, medium: answerDays, low: answerDays }),
});

export const SavedSettings = z.extend(CompanySettings, { version: z.number() });
export type SavedSettings = z.infer<typeof SavedSettings>;

export const SettingsEdit = z.extend(CompanySettings, { version });

const access = can.manageSettings;

export const companySettingsRoutes = {
  companySettings: {
    reply: SavedSettings,
    access,
    summary: 'Working days, holidays, time zone and response times of the company.',
  },
  editCompanySettings: {
    body: SettingsEdit,
    reply: SavedSettings,
    access,
    summary: 'Changes them; deadlines that were set stay.',
  },
} satisfies RouteDefinitions;

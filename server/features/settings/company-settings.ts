// Settings of the company, for admins: working days, holidays, time zone, and how long a first answer may take (behaviour §14).
import type { api } from '#contract/api.ts';
import { type CompanySettings, type SavedSettings, weekdays } from '#contract/settings/company-settings.ts';
import { readSettings } from '#server/db/settings/company-settings.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { editSettings } from './edit-settings.ts';

/** Days in their order, whatever order they came in. */
function inOrder({ workingDays, holidays, timeZone, responseDays }: CompanySettings): CompanySettings {
  return { workingDays: workingDays.toSorted(), holidays: holidays.toSorted(), timeZone, responseDays };
}

function factsOf({ workingDays, holidays, timeZone, responseDays: { high, medium, low } }: CompanySettings) {
  return {
    workingDays: workingDays.map((day) => weekdays[day - 1]),
    holidays,
    timeZone,
    answerDaysHigh: high,
    answerDaysMedium: medium,
    answerDaysLow: low,
  };
}

const part = {
  name: 'Working days and answers',
  word: 'page of settings',
  read: readSettings,
  factsOf,
  rowsOf: (settings: CompanySettings) => settings,
};

export const companySettings: Handlers<typeof api.companySettings> = {
  companySettings: ({ db }) => readSettings(db),

  editCompanySettings: ({ actor, body, write }) =>
    editSettings<CompanySettings, SavedSettings>(part, {
      actor,
      write,
      version: body.version,
      change: () => inOrder(body),
    }),
};

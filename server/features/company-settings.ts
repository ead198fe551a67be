// Settings of the company, for admins: working days, holidays, time zone, and how long a first answer may take (behaviour §14).
import type { api } from '#contract/api.ts';
import { type CompanySettings, type SavedSettings, weekdays } from '#contract/company-settings.ts';
import { lockSettings, readSettings, saveSettings } from '#server/db/company-settings.ts';
import type { Handlers } from '#server/http/register-routes.ts';
import { stale } from '#server/lib/problem.ts';
import { changedFacts, recordAct } from './audit-log.ts';

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

export const companySettings: Handlers<typeof api.companySettings> = {
  companySettings: ({ db }) => readSettings(db),

  editCompanySettings({ actor, body, write }): Promise<SavedSettings> {
    return write(async (context) => {
      const { tx, events } = context;
      const before = await lockSettings(tx);
      if ((body.version ?? before.version) !== before.version) throw stale('page of settings', before);
      const wanted = inOrder(body);
      const changed = changedFacts(factsOf(before), factsOf(wanted));
      if (!changed) return before;
      await saveSettings(tx, wanted);
      events.invalidateFor({ admins: true });
      const subject = { kind: 'settings', id: null, name: 'Working days and answers' } as const;
      await recordAct(context, { by: actor.id, act: 'settingsChanged', subject, ...changed });
      return readSettings(tx);
    });
  },
};

// Settings of the company, for admins: working days, holidays, time zone, and how long a first answer may take (behaviour §14).
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import type { Person } from '#contract/policy.ts';
import {
  type CompanyDefaults,
  type CompanySettings,
  type SavedDefaults,
  type SavedSettings,
  weekdays,
} from '#contract/settings/endpoints.ts';
import type { Uploads } from '#server/config.ts';
import type { Tables } from '#server/db/schema.ts';
import { isQuotaFixed, type ReadDefaults, readSettings, rowsOfDefaults } from '#server/db/settings/company-settings.ts';
import { lockSettingRows, saveSettingRows } from '#server/db/settings/setting-rows.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { changedFacts, recordAct } from '#server/features/audit/handlers.ts';
import { releaseHeldInZone } from '#server/features/notifications/deliveries/quiet-hours.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { invalid, stale } from '#server/lib/problem.ts';

// What holds for everybody until it is chosen otherwise, edited by admins (behaviour §29).
const defaultFacts = ({ digest, remindsHalfway, claimDays, uploadQuotaGb }: CompanyDefaults): CompanyDefaults => ({
  digest,
  remindsHalfway,
  claimDays,
  uploadQuotaGb,
});

async function countBytes(db: Kysely<Tables>): Promise<number> {
  const found = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from upload_files where state = 'kept'`.execute(db);
  return found.rows[0]?.bytes ?? 0;
}

type Dependencies = { read: ReadDefaults; uploads: Uploads | null };

export function companyDefaults({ read, uploads }: Dependencies): Handlers<typeof api.companyDefaults> {
  const part = {
    name: 'Reminders, digests and uploads',
    word: 'set of defaults',
    read,
    factsOf: defaultFacts,
    rowsOf: (wanted: CompanyDefaults) => rowsOfDefaults(wanted, uploads),
  };
  const fixed = () => invalid('uploadQuotaGb', 'Set by UPLOAD_QUOTA_GB on the server; change it there');
  return {
    async companyDefaults({ db, cacheFor }) {
      // Uploads touch no setting.
      cacheFor(60_000);
      const saved = await read(db);
      return uploads ? { ...saved, uploadedBytes: await countBytes(db) } : saved;
    },

    editCompanyDefaults: ({ actor, body, write }) =>
      editSettings<CompanyDefaults, SavedDefaults>(part, {
        actor,
        write,
        version: body.version,
        change(before) {
          const { digest, remindsHalfway, claimDays = before.claimDays, uploadQuotaGb = before.uploadQuotaGb } = body;
          if (isQuotaFixed(uploads) && uploadQuotaGb !== before.uploadQuotaGb) throw fixed();
          return { digest, remindsHalfway, claimDays, uploadQuotaGb };
        },
      }),
  };
}

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
    // A setting that is missing here would not be saved when only it changes.
  } satisfies Record<Exclude<keyof CompanySettings, 'responseDays'>, unknown> & Record<string, unknown>;
}

const settingsPart = {
  name: 'Working days and answers',
  word: 'page of settings',
  read: readSettings,
  factsOf,
  rowsOf: (settings: CompanySettings) => settings,
};

export const companySettings: Handlers<typeof api.companySettings> = {
  companySettings: ({ db }) => readSettings(db),

  editCompanySettings: ({ actor, body, write }) =>
    editSettings<CompanySettings, SavedSettings>(settingsPart, {
      actor,
      write,
      version: body.version,
      async change({ timeZone: former }, context) {
        if (body.timeZone !== former) await releaseHeldInZone(context, former);
        return inOrder(body);
      },
    }),
};

// How each part of the company settings is saved: locked, compared with what the admin saw, stored, announced and audited (behaviour §14).

/** Settings that are edited together, with their own version: admins who edit two parts do not block each other. */
type SettingsPart<Values extends object, Saved extends Values & { version: number }> = {
  /** Its name in the audit log. */
  name: string;
  /** Used in the conflict message: 'Somebody else changed this …'. */
  word: string;
  read(db: Kysely<Tables>): Promise<Saved>;
  /** As the audit log stores them; an edit without a difference here is no change. */
  factsOf(values: Values): object;
  /** The stored form: a row for each key. */
  rowsOf(values: Values): object;
};

type Edit<Values, Saved> = {
  actor: Person;
  write(work: (context: WriteContext) => Promise<Saved>): Promise<Saved>;
  /** The version it was made from; without one any version is accepted. */
  version: number | null | undefined;
  /** Computed from the stored settings; the lock is held. */
  change(before: Saved, context: WriteContext): Values | Promise<Values>;
};

/** Returns the stored settings afterwards; without a difference nothing is written. */
export function editSettings<Values extends object, Saved extends Values & { version: number }>(
  { name, word, read, factsOf, rowsOf }: SettingsPart<Values, Saved>,
  { actor, write, version, change }: Edit<Values, Saved>,
): Promise<Saved> {
  return write(async (context) => {
    const { tx, events } = context;
    await lockSettingRows(tx);
    const before = await read(tx);
    if ((version ?? before.version) !== before.version) throw stale(word, before);
    const wanted = await change(before, context);
    const changed = changedFacts(factsOf(before), factsOf(wanted));
    if (!changed) return before;
    await saveSettingRows(tx, rowsOf(wanted));
    events.invalidateFor({ admins: true });
    const subject = { kind: 'settings', id: null, name } as const;
    await recordAct(context, { by: actor.id, act: 'settingsChanged', subject, ...changed });
    return read(tx);
  });
}

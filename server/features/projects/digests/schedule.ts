// When each person's digest is due, and the period it covers: Monday or every day at seven, local time (behaviour §18.5).
import { type Kysely, sql } from 'kysely';
import type { DigestRhythm } from '#contract/notifications/notification-preferences.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadDefaults, ReadSettings } from '#server/db/settings/company-settings.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { type NewDelivery, queueDeliveries } from '#server/features/notifications/deliveries.ts';
import type { JobHandler } from '#server/jobs.ts';
import { createZonedClock, latestTime } from '#server/lib/zoned-time.ts';

/** The queued payload: the digest is built when it is sent, from what its reader may see then. */
export type DigestPayload = { since: string; until: string };

type Reader = { id: number; digest: Exclude<DigestRhythm, 'never'>; timeZone: string | null; createdAt: string };

const everySeconds = 60;
const batch = 500;
const dayMs = 24 * 3_600_000;
/** After an outage a digest still comes a day late, but not the day before the next one. */
const latestMs = 36 * 3_600_000;
const digestTime = '07:00';

export function dueDigest(
  { id, digest, createdAt }: Reader,
  { now, timeZone }: { now: number; timeZone: string },
): NewDelivery | null {
  const clock = createZonedClock(timeZone);
  const due = latestTime(now, { at: digestTime, weekday: digest === 'weekly' ? 1 : null, clock });
  // Nobody gets a digest of the time before they had an account.
  if (now - due.instant > latestMs || Date.parse(createdAt) >= due.instant) return null;
  const since = clock.instantOf(clock.show(due.instant) - (digest === 'weekly' ? 7 : 1) * dayMs);
  const payload: DigestPayload = { since: new Date(since).toISOString(), until: new Date(due.instant).toISOString() };
  return { channel: 'mail', kind: 'digest', recipient: id, payload, key: `digest ${id} ${due.day}` };
}

async function readersAfter(db: Kysely<Tables>, last: number, usual: DigestRhythm): Promise<Reader[]> {
  const found = await sql<Reader>`
    select u.id, coalesce(ns.digest, ${usual}) as digest, ns.time_zone as "timeZone", u.created_at as "createdAt"
    from users u left join notification_settings ns on ns.user_id = u.id
    where u.closed_at is null and u.email is not null and coalesce(ns.digest, ${usual}) <> 'never' and u.id > ${last}
    order by u.id limit ${sql.lit(batch)}`.execute(db);
  return found.rows;
}

async function withoutQueued(db: Kysely<Tables>, due: NewDelivery[]): Promise<NewDelivery[]> {
  const keys = due.map(({ key }) => key);
  const found = await sql<{ key: string }>`
    select key from deliveries where channel = 'mail' and key = any(${keys}::text[])`.execute(db);
  const queued = new Set(found.rows.map(({ key }) => key));
  return due.filter(({ key }) => !queued.has(key));
}

type Dependencies = {
  db: Kysely<Tables>;
  write: RunTransaction;
  settings: ReadSettings;
  defaults: ReadDefaults;
  now?: () => number;
};

/** Any process queues for everybody; the key of person and day excludes a second one, whichever process was first. */
export function digestJob({ db, write, settings, defaults, now = Date.now }: Dependencies): JobHandler {
  return {
    every: everySeconds,
    async run() {
      const { timeZone } = await settings();
      const { digest } = await defaults(db);
      for (let last = 0; ; ) {
        const readers = await readersAfter(db, last, digest);
        const at = now();
        const due = readers.flatMap(
          (reader) => dueDigest(reader, { now: at, timeZone: reader.timeZone ?? timeZone }) ?? [],
        );
        const fresh = due.length > 0 ? await withoutQueued(db, due) : [];
        if (fresh.length > 0) await write({ topics: [] }, (context) => queueDeliveries(context, fresh));
        const end = readers.at(-1);
        if (!end || readers.length < batch) return;
        last = end.id;
      }
    },
  };
}

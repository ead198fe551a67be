// The hourly cleanup: rows that have expired.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { JobHandler } from '#server/jobs.ts';

const anHour = 3_600;

/** Idempotency keys live 24 h (behaviour §9.3); failures count for 15 minutes and are kept a day for looking into an attack. */
export function createCleanupJob(db: Kysely<Tables>): JobHandler {
  return {
    every: anHour,
    async run() {
      await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db);
      await sql`delete from login_failures where at < now() - interval '24 hours'`.execute(db);
      await sql`delete from shown_media where shown_at < now() - interval '30 days'`.execute(db);
      await sql`delete from logins where expire < now()`.execute(db);
    },
  };
}

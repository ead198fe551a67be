// The cleanup: rows that have expired.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { JobHandler } from '#server/jobs.ts';

const fiveMinutes = 300;

/** Idempotency keys live 24 h (behaviour §9.3); failed logins name people and addresses, and are kept only while they count. */
export function createCleanupJob(db: Kysely<Tables>): JobHandler {
  return {
    every: fiveMinutes,
    async run() {
      await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db);
      await sql`delete from login_failures where at < now() - interval '15 minutes'`.execute(db);
      await sql`delete from shown_media where shown_at < now() - interval '30 days'`.execute(db);
      await sql`delete from logins where expire < now()`.execute(db);
    },
  };
}

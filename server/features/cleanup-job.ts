// What is swept away every hour: rows that have done their duty and that nobody will ask for again.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { JobHandler } from '#server/jobs.ts';

const anHour = 3_600;

/** Keys live 24 h (decisions §12); failures count for 15 minutes, and a day is kept for whoever looks into an attack. */
async function sweep(db: Kysely<Tables>): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db);
  await sql`delete from login_failures where at < now() - interval '24 hours'`.execute(db);
  await sql`delete from logins where expire < now()`.execute(db);
}

/** The hourly job. */
export function createCleanupJob(db: Kysely<Tables>): JobHandler {
  return { every: anHour, run: () => sweep(db) };
}

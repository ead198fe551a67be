// The cleanup: rows that have expired.
import { type Kysely, sql } from 'kysely';
import { forgetOldKeys } from '#server/db/idempotency.ts';
import type { Tables } from '#server/db/schema.ts';
import type { JobHandler } from '#server/jobs.ts';

const fiveMinutes = 300;

/** A delivery's key keeps a second one out, long after anybody would try; an address without an account is forgotten. */
async function removeOldDeliveries(db: Kysely<Tables>): Promise<void> {
  // Of a way that nobody set up any more: no lane takes them.
  await sql`update deliveries set state = 'dropped', payload = null, ended_at = now(), last_error = 'Nobody sends this any more.'
    where state = 'waiting' and give_up_at < now() - interval '1 day'`.execute(db);
  await sql`delete from deliveries where ended_at < now() - interval '120 days'`.execute(db);
  await sql`delete from bounced_addresses b where bounced_at < now() - interval '30 days'
    and not exists (select 1 from users u where lower(u.email) = b.address and u.closed_at is null)`.execute(db);
}

/** Idempotency keys have a lifetime (behaviour §9.3); failed logins name people and addresses, and are kept only while they count. */
export function createCleanupJob(db: Kysely<Tables>): JobHandler {
  return {
    every: fiveMinutes,
    async run() {
      await forgetOldKeys.execute(db);
      await sql`delete from login_failures where at < now() - interval '15 minutes'`.execute(db);
      await sql`delete from shown_media where shown_at < now() - interval '30 days'`.execute(db);
      await removeOldDeliveries(db);
      await sql`delete from account_links where expires_at < now() - interval '30 days'`.execute(db);
      await sql`delete from webhook_deliveries where created_at < now() - interval '30 days'`.execute(db);
      await sql`delete from logins where expire < now()`.execute(db);
    },
  };
}

// Quiet hours: when they end, and what they held once they are others (behaviour §18.3).
import { sql } from 'kysely';
import type { WriteContext } from '#server/db/transaction.ts';
import { queueChannel } from '#server/jobs/queue.ts';
import { createZonedClock, endOfQuietHours } from '#server/lib/zoned-time.ts';

/** `timeZone` null: the company's. */
export type QuietHours = { quietFrom: string | null; quietUntil: string | null; timeZone: string | null };

/** Null outside of them. */
export function endOfQuiet({ quietFrom, quietUntil, timeZone }: QuietHours, companyZone: string): Date | null {
  if (quietFrom === null || quietUntil === null) return null;
  const clock = createZonedClock(timeZone ?? companyZone);
  const end = endOfQuietHours(Date.now(), { from: quietFrom, until: quietUntil, clock });
  return end === null ? null : new Date(end);
}

/** What was held until `end`, as its quiet hours were before, is looked at again at the commit: it goes, or waits for another end. */
export async function releaseHeld({ tx }: WriteContext, userId: number, end: Date | null): Promise<void> {
  if (end === null) return;
  await sql`with held as (update deliveries set due_at = now()
      where user_id = ${userId} and state = 'waiting' and due_at = ${end} returning channel)
    select pg_notify(${queueChannel}, channel) from (select distinct channel from held) c`.execute(tx);
}

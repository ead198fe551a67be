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

/** What was held until the end that quiet hours had before is looked at again at the commit: it goes, or waits for another end. */
async function lookAgain({ tx }: WriteContext, held: readonly { userId: number; end: Date }[]): Promise<void> {
  if (held.length === 0) return;
  await sql`with held as (update deliveries d set due_at = now()
      from unnest(${held.map(({ userId }) => userId)}::integer[], ${held.map(({ end }) => end)}::timestamptz[]) as h (user_id, ends)
      where d.user_id = h.user_id and d.state = 'waiting' and d.due_at = h.ends returning d.channel)
    select pg_notify(${queueChannel}, channel) from (select distinct channel from held) c`.execute(tx);
}

/** `before`: the quiet hours of somebody who chose others. */
export async function releaseHeld(
  context: WriteContext,
  { userId, before, companyZone }: { userId: number; before: QuietHours; companyZone: string },
): Promise<void> {
  const end = endOfQuiet(before, companyZone);
  await lookAgain(context, end ? [{ userId, end }] : []);
}

/** The company's clocks show another time, and with them those of everybody who has no zone of their own. */
export async function releaseHeldInZone(context: WriteContext, formerZone: string): Promise<void> {
  const found = await sql<QuietHours & { userId: number }>`
    select user_id as "userId", to_char(quiet_from, 'HH24:MI') as "quietFrom", to_char(quiet_until, 'HH24:MI') as "quietUntil",
      time_zone as "timeZone" from notification_settings where quiet_from is not null and time_zone is null order by user_id`.execute(
    context.tx,
  );
  const held = found.rows.flatMap(({ userId, ...hours }) => {
    const end = endOfQuiet(hours, formerZone);
    return end ? [{ userId, end }] : [];
  });
  await lookAgain(context, held);
}

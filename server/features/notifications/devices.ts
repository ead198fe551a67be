// The devices that receive push, by whose they are.
import { sql } from 'kysely';
import type { WriteContext } from '#server/db/transaction.ts';

/** A login that ended receives nothing, though its row stays until the cleanup comes by. */
export async function devicesOf({ tx }: WriteContext, userIds: readonly number[]): Promise<Map<number, number[]>> {
  const found = await sql<{ userId: number; ids: number[] }>`
    select s.user_id as "userId", array_agg(s.id order by s.id) as ids
    from push_subscriptions s join logins l on l.sid = s.login_sid and l.expire > now()
    where s.user_id = any(${[...userIds]}::integer[]) group by 1`.execute(tx);
  return new Map(found.rows.map(({ userId, ids }) => [userId, ids]));
}

// The rows of deliveries: ended once, or tried again later.
import { type Kysely, sql } from 'kysely';
import type { Channel } from '#contract/notifications/notification-preferences.ts';
import type { DeliveryState, Tables } from '#server/db/schema.ts';
import { type Claim, isOurs } from '#server/jobs/queue.ts';
import { backoff } from '#server/lib/pace.ts';

export type DeliveryRow = Claim & {
  channel: Channel;
  key: string;
  kind: string;
  userId: number | null;
  notificationId: number | null;
  payload: Buffer;
  pace: string | null;
  wasPaced: boolean;
  isBundle: boolean;
};

const columns = sql`id, channel, key, kind, user_id as "userId", notification_id as "notificationId", payload, attempts,
  pace, paced_at is not null as "wasPaced", is_bundle as "isBundle"`;

/** What waits for the lane of one channel. */
export const waitingFor = (channel: Channel) =>
  ({ table: 'deliveries', due: 'due_at', where: sql`channel = ${channel} and state = 'waiting'`, columns }) as const;

export const own = (claim: Claim) => sql<boolean>`${isOurs(claim)} and state = 'waiting'`;

/** Empties what was kept of it. No effect when another process has taken it since. */
export async function endDelivery(
  db: Kysely<Tables>,
  claim: Claim,
  outcome: { state: Exclude<DeliveryState, 'waiting' | 'bundled'>; reason: string | null },
): Promise<void> {
  await sql`update deliveries set state = ${outcome.state}, payload = null, ended_at = now(), last_error = ${outcome.reason}
    where ${own(claim)}`.execute(db);
}

/** After 1, 2, 4 … minutes, a little apart from others. */
const retries = { first: 60, longest: 4 * 3600, spread: 0.1 };

/** Later. Answers whether there is no later, because it has been tried for three days. */
export async function postponeDelivery(db: Kysely<Tables>, claim: Claim, reason: string): Promise<boolean> {
  const next = sql`now() + make_interval(secs => ${backoff(claim.attempts, retries)})`;
  const over = sql`${next} > give_up_at`;
  const changed = await sql<{ dead: boolean }>`update deliveries set last_error = ${reason}, due_at = ${next},
      state = case when ${over} then 'dead' else 'waiting' end, payload = case when not (${over}) then payload end,
      ended_at = case when ${over} then now() end
    where ${own(claim)} returning state = 'dead' as dead`.execute(db);
  return changed.rows[0]?.dead ?? false;
}

/** Not now, but then, as if it had not been taken; the three days begin then. */
export async function deferDelivery(db: Kysely<Tables>, claim: Claim, until: Date): Promise<void> {
  await sql`update deliveries set due_at = ${until}, attempts = attempts - 1,
    give_up_at = greatest(give_up_at, ${until}::timestamptz + interval '3 days') where ${own(claim)}`.execute(db);
}

/** Given back by a process that stops: another one may take it at once. */
export async function releaseDelivery(db: Kysely<Tables>, claim: Claim): Promise<void> {
  await sql`update deliveries set due_at = now() where ${own(claim)}`.execute(db);
}

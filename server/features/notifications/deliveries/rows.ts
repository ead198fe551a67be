// The rows of the queue: taken by one process at a time, ended once, or tried again later.
import { type Kysely, sql } from 'kysely';
import type { Channel } from '#contract/notifications/deliveries.ts';
import type { DeliveryState, Tables } from '#server/db/schema.ts';

export type DeliveryRow = {
  id: number;
  channel: Channel;
  key: string;
  kind: string;
  userId: number | null;
  notificationId: number | null;
  payload: Buffer;
  attempts: number;
  pace: string | null;
  wasPaced: boolean;
  isBundle: boolean;
};

/** The one that has been due the longest; the rows of other processes are skipped. Whoever does not end it by then counts as dead. */
export async function takeDelivery(
  db: Kysely<Tables>,
  { channel, leaseSeconds }: { channel: Channel; leaseSeconds: number },
): Promise<DeliveryRow | null> {
  const taken = await sql<DeliveryRow>`
    update deliveries set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from deliveries where channel = ${channel} and state = 'waiting' and due_at <= now()
      order by due_at, id limit 1 for update skip locked)
    returning id, channel, key, kind, user_id as "userId", notification_id as "notificationId", payload, attempts,
      pace, paced_at is not null as "wasPaced", is_bundle as "isBundle"`.execute(db);
  return taken.rows[0] ?? null;
}

export type Claim = Pick<DeliveryRow, 'id' | 'attempts'>;
export const own = ({ id, attempts }: Claim) =>
  sql<boolean>`id = ${id} and attempts = ${attempts} and state = 'waiting'`;

/** For the database's text, and short enough for a line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 500);
}

/** Empties what was kept of it. No effect when another process has taken it since. */
export async function endDelivery(
  db: Kysely<Tables>,
  claim: Claim,
  outcome: { state: Exclude<DeliveryState, 'waiting' | 'bundled'>; reason: string | null },
): Promise<void> {
  await sql`update deliveries set state = ${outcome.state}, payload = null, ended_at = now(), last_error = ${outcome.reason}
    where ${own(claim)}`.execute(db);
}

const longestPauseSeconds = 4 * 3600;

/**
 * Later, with a growing gap: after 1, 2, 4 … minutes, at most 4 hours, a little apart from others. Answers whether there is no later,
 * because it has been tried for three days.
 */
export async function postponeDelivery(db: Kysely<Tables>, claim: Claim, reason: string): Promise<boolean> {
  const pause = Math.min(longestPauseSeconds, 30 * 2 ** Math.min(claim.attempts, 20)) * (1 + Math.random() / 10);
  const next = sql`now() + make_interval(secs => ${pause})`;
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

/** In how many milliseconds the next one is due; null for none. */
export async function nextDueIn(db: Kysely<Tables>, channel: Channel): Promise<number | null> {
  const found = await sql<{ ms: number | null }>`
    select (extract(epoch from min(due_at) - now()) * 1000)::double precision as ms
    from deliveries where channel = ${channel} and state = 'waiting'`.execute(db);
  return found.rows[0]?.ms ?? null;
}

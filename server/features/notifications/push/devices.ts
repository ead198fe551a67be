// The devices that receive push: one for each login, gone when it ends.
import { type Kysely, sql } from 'kysely';
import type { NewPushSubscription } from '#contract/notifications/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { unauthorized } from '#server/lib/problem.ts';
import type { Device } from './send-push.ts';

type KnownDevice = Device & { id: number };

const columns = sql`s.id, s.endpoint, s.p256dh, s.auth`;
/** Rows of ended logins stay until the cleanup comes by. */
const alive = sql`push_subscriptions s join logins l on l.sid = s.login_sid and l.expire > now()
  join users u on u.id = s.user_id and u.closed_at is null`;

export async function deviceOfLogin(db: Kysely<Tables>, sid: string | null): Promise<KnownDevice | null> {
  const found = await sql<KnownDevice>`select ${columns} from ${alive} where s.login_sid = ${sid}`.execute(db);
  return found.rows[0] ?? null;
}

export async function readDevice(db: Kysely<Tables>, id: number): Promise<(KnownDevice & { userId: number }) | null> {
  const found = await sql<KnownDevice & { userId: number }>`
    select ${columns}, s.user_id as "userId" from ${alive} where s.id = ${id}`.execute(db);
  return found.rows[0] ?? null;
}

/** Whoever had this device, or this login, before receives nothing there any more. @throws 401 for a login that ended meanwhile */
export async function addDevice(
  { tx }: WriteContext,
  sid: string | null,
  { endpoint, keys }: NewPushSubscription,
): Promise<void> {
  const found = await sql<{ userId: number }>`
    select user_id as "userId" from logins where sid = ${sid} and expire > now() for no key update`.execute(tx);
  const [login] = found.rows;
  if (!login) throw unauthorized();
  await sql`delete from push_subscriptions where endpoint = ${endpoint} or login_sid = ${sid}`.execute(tx);
  await sql`
    insert into push_subscriptions (login_sid, user_id, endpoint, p256dh, auth)
    values (${sid}, ${login.userId}, ${endpoint}, ${keys.p256dh}, ${keys.auth})
    on conflict (endpoint) do update set login_sid = excluded.login_sid, user_id = excluded.user_id,
      p256dh = excluded.p256dh, auth = excluded.auth, created_at = now()`.execute(tx);
}

export async function removeDeviceOfLogin({ tx }: WriteContext, sid: string | null): Promise<void> {
  await sql`delete from push_subscriptions where login_sid = ${sid}`.execute(tx);
}

/** Only the address that was found gone: a newer one of the same login stays. */
export async function removeDevice(db: Kysely<Tables>, { id, endpoint }: KnownDevice): Promise<void> {
  await sql`delete from push_subscriptions where id = ${id} and endpoint = ${endpoint}`.execute(db);
}

/** By whose they are. A login that ended receives nothing, though its row stays until the cleanup comes by. */
export async function devicesOf({ tx }: WriteContext, userIds: readonly number[]): Promise<Map<number, number[]>> {
  const found = await sql<{ userId: number; ids: number[] }>`
    select s.user_id as "userId", array_agg(s.id order by s.id) as ids
    from push_subscriptions s join logins l on l.sid = s.login_sid and l.expire > now()
    where s.user_id = any(${[...userIds]}::integer[]) group by 1`.execute(tx);
  return new Map(found.rows.map(({ userId, ids }) => [userId, ids]));
}

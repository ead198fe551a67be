// How fast what leaves the product goes to one receiver, in all processes together (behaviour §18.6).
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { type Channel, isGathered } from '#contract/notifications/notification-preferences.ts';
import type { Database } from '#server/db/open.ts';
import type { Tables } from '#server/db/schema.ts';
import { type DeliveryRow, deferDelivery, own } from './rows.ts';

type Tx = Transaction<Tables>;

/** So many in any window of so many seconds go at once. Those above wait for their turn, or until the window ends, and then go as one. */
type Pace = { most: number; seconds: number; above: 'wait' | 'bundle' };

const person: Pace = { most: 5, seconds: 60, above: 'bundle' };

/** Programs get each event by itself, with its own id: they are spaced. */
const paces: Record<Channel, Pace> = { mail: person, push: person, webhook: { most: 10, seconds: 10, above: 'wait' } };

/** When the next one may go: now, or as soon as so many are a window ago. */
async function nextTurn(tx: Tx, { channel, pace }: DeliveryRow): Promise<{ at: Date; isNow: boolean }> {
  const { most, seconds } = paces[channel];
  const found = await sql<{ at: string; isNow: boolean }>`
    with turn as (select max(at) as at from (
      select paced_at + make_interval(secs => ${seconds}) as at from (
        select paced_at from deliveries where channel = ${channel} and pace = ${pace} and paced_at is not null
        order by paced_at desc limit 1 offset ${sql.lit(most - 1)}) nth
      union all select clock_timestamp()) turns)
    select at, at <= clock_timestamp() as "isNow" from turn`.execute(tx);
  const [turn] = found.rows;
  return { at: new Date(turn?.at ?? Date.now()), isNow: turn?.isNow ?? true };
}

/** One that waits for the end of the window. Whoever takes it locks it first, so that nothing enters one that is under way. */
async function openBundle(tx: Tx, { channel, pace, kind }: DeliveryRow): Promise<number | null> {
  const found = await sql<{ id: number }>`
    select id from deliveries where channel = ${channel} and pace = ${pace} and kind = ${kind} and is_bundle
      and state = 'waiting' and attempts = 0 and due_at <= clock_timestamp() + make_interval(secs => ${paces[channel].seconds})
    order by id limit 1 for update`.execute(tx);
  return found.rows[0]?.id ?? null;
}

async function makeBundle(tx: Tx, { id }: DeliveryRow, at: Date): Promise<number | null> {
  const made = await sql<{ id: number }>`
    insert into deliveries (channel, kind, key, user_id, payload, pace, is_bundle, due_at, give_up_at)
    select channel, kind, 'bundle ' || key, user_id, payload, pace, true, ${at}::timestamptz, ${at}::timestamptz + interval '3 days'
    from deliveries where id = ${id} and state = 'waiting' returning id`.execute(tx);
  return made.rows[0]?.id ?? null;
}

async function putInto(tx: Tx, bundleId: number | null, which: RawBuilder<unknown>): Promise<void> {
  await sql`update deliveries set state = 'bundled', bundle_id = ${bundleId}, payload = null, ended_at = now() where ${which}`.execute(
    tx,
  );
}

/** What waits in the order of its turns; a bundle too, when others took its place. */
async function keepTurn(tx: Tx, row: DeliveryRow): Promise<boolean> {
  const { at, isNow } = await nextTurn(tx, row);
  const isReserved = paces[row.channel].above === 'wait';
  if (isNow || isReserved) await sql`update deliveries set paced_at = ${at} where ${own(row)}`.execute(tx);
  if (!isNow) await deferDelivery(tx, row, at);
  return isNow;
}

async function bundleAbove(tx: Tx, row: DeliveryRow): Promise<boolean> {
  const open = await openBundle(tx, row);
  const { at, isNow } = await nextTurn(tx, row);
  if (open === null && isNow) {
    await sql`update deliveries set paced_at = ${at} where ${own(row)}`.execute(tx);
    return true;
  }
  await putInto(tx, open ?? (await makeBundle(tx, row, at)), own(row));
  return false;
}

/** What others of its pace take along is theirs: then nothing is left to send here. */
async function passAlone(tx: Tx, row: DeliveryRow): Promise<boolean> {
  const passed = await sql`update deliveries set paced_at = clock_timestamp() where ${own(row)} returning id`.execute(
    tx,
  );
  return passed.rows.length > 0;
}

/** Whoever is due first takes along what waits for the same receiver, due or not and whoever holds it; what is under way is left alone. */
async function gather(tx: Tx, row: DeliveryRow): Promise<boolean> {
  const { channel, pace, kind } = row;
  const waiting = sql`channel = ${channel} and pace = ${pace} and kind = ${kind} and state = 'waiting' and paced_at is null and not is_bundle`;
  const others = await sql`select 1 from deliveries where ${waiting} and id <> ${row.id} limit 1`.execute(tx);
  if (others.rows.length === 0) return passAlone(tx, row);
  const still = await sql`select 1 from deliveries where ${own(row)} for update`.execute(tx);
  const bundleId = still.rows.length > 0 ? await makeBundle(tx, row, new Date()) : null;
  if (bundleId !== null) await putInto(tx, bundleId, waiting);
  return false;
}

/** Whether one that could go now goes; else it has its later turn, or went into a bundle. Once let out it goes, as often as it is tried. */
export async function mayLeaveNow(database: Database, row: DeliveryRow): Promise<boolean> {
  const { pace, wasPaced, channel, kind, isBundle } = row;
  if (pace === null || wasPaced) return true;
  return database.tx(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('pace'), hashtext(${`${channel} ${pace}`}))`.execute(tx);
    if (channel === 'mail' && isGathered(kind)) return isBundle ? passAlone(tx, row) : gather(tx, row);
    return isBundle || paces[channel].above === 'wait' ? keepTurn(tx, row) : bundleAbove(tx, row);
  });
}

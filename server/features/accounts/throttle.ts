// Slows down guessing of passwords without locking anybody out (behaviour §8.2).
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { tooMany } from '#server/lib/problem.ts';
import { type HashTurn, verifyPassword } from '#server/lib/secrets/password.ts';

/** Failures count for 15 minutes: of one account from one address, of one account from anywhere, of one address. */
const window = sql`interval '15 minutes'`;
const max = { here: 10, account: 50, address: 100 };
const delayMs = 1000;

/** `account`: the lower-cased username, also one that nobody has. */
export type Attempt = HashTurn & {
  password: string;
  /** What the password should match; null when there is no such account. */
  hash: string | null;
};

type Failures = { here: number | null; latest: number | null; account: number | null; address: number | null };

/** Seconds until the nth latest failure no longer counts; null if there are fewer. */
function secondsUntilExpiry(nth: number, which: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`(select extract(epoch from f.at + ${window} - now())::float8 from login_failures f
    where ${which} and f.at > now() - ${window} order by f.at desc offset ${sql.lit(nth - 1)} limit 1)`;
}

async function readFailures(db: Kysely<Tables>, { account, address }: HashTurn): Promise<Failures> {
  const ofAccount = sql`f.account = ${account}`;
  const ofAddress = sql`f.address = ${address}`;
  const here = sql`${ofAccount} and ${ofAddress}`;
  const found =
    await sql<Failures>`select ${secondsUntilExpiry(max.here, here)} as here, ${secondsUntilExpiry(1, here)} as latest,
    ${secondsUntilExpiry(max.account, ofAccount)} as account, ${secondsUntilExpiry(max.address, ofAddress)} as address`.execute(
      db,
    );
  return found.rows[0] as Failures;
}

/** Seconds to wait; null: none. An account without failures from this address is never refused. */
function waitOf({ here, latest, address }: Failures): number | null {
  if (here !== null) return here;
  return latest !== null && address !== null ? Math.min(latest, address) : null;
}

function tooManyAttempts(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  const when = minutes <= 1 ? 'a minute' : `${minutes} minutes`;
  return tooMany(`Too many wrong passwords. Please try again in ${when}.`, Math.max(1, seconds));
}

async function readAllowed(db: Kysely<Tables>, attempt: HashTurn): Promise<Failures> {
  const failures = await readFailures(db, attempt);
  const wait = waitOf(failures);
  if (wait !== null) throw tooManyAttempts(wait);
  return failures;
}

/** Counts as a failure from now on; returns the row. */
async function countFailure(db: Kysely<Tables>, { account, address }: HashTurn): Promise<number> {
  const row = { account, address };
  return (await db.insertInto('login_failures').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Where something failed before, an attempt counts before it is checked: servers that check at the same time see each other's. */
async function claim(db: Kysely<Tables>, attempt: HashTurn): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`login ${attempt.address} ${attempt.account}`}))`.execute(tx);
    await readAllowed(tx, attempt);
    return countFailure(tx, attempt);
  });
}

async function verify(db: Kysely<Tables>, attempt: Attempt): Promise<{ isRight: boolean; isSlow: boolean }> {
  const failures = await readAllowed(db, attempt);
  const isSlow = failures.account !== null;
  const claimed = failures.latest === null ? null : await claim(db, attempt);
  try {
    const isRight = await verifyPassword(attempt.hash, attempt.password, attempt);
    if (!isRight && claimed === null) await countFailure(db, attempt);
    if (isRight && claimed !== null) await forgetFailures(db, attempt);
    return { isRight, isSlow };
  } catch (error) {
    // Not checked in a flood, and so no failure.
    if (claimed !== null) await db.deleteFrom('login_failures').where('id', '=', claimed).execute();
    throw error;
  }
}

/** After the right password the count starts again; failures of the same address on other accounts stay. */
async function forgetFailures(db: Kysely<Tables>, { account, address }: HashTurn): Promise<void> {
  await db.deleteFrom('login_failures').where('account', '=', account).where('address', '=', address).execute();
}

const queues = new Map<string, Promise<unknown>>();

/** Attempts on one account from one address run one by one on each server, or a thousand sent together would all count as the first. */
function oneByOne<T>(key: string, work: () => Promise<T>): Promise<T> {
  const result = (queues.get(key) ?? Promise.resolve()).then(work);
  const settled = result
    .then(
      () => undefined,
      () => undefined,
    )
    .then(() => {
      if (queues.get(key) === settled) queues.delete(key);
    });
  queues.set(key, settled);
  return result;
}

/** Whether the password is right. @throws 429 with Retry-After where too many were wrong, 503 in a flood. */
export async function verifyThrottled(db: Kysely<Tables>, attempt: Attempt): Promise<boolean> {
  const { isRight, isSlow } = await oneByOne(`${attempt.address} ${attempt.account}`, () => verify(db, attempt));
  if (isSlow) await delay(delayMs);
  return isRight;
}

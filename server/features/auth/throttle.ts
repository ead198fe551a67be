// Slows down whoever guesses passwords, without locking anybody else out (decisions §12).
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { verifyDummyPassword, verifyPassword } from '#server/lib/password.ts';
import { tooMany } from '#server/lib/problem.ts';

/** Failures count for 15 minutes: of one account from one address, of one account from anywhere, of one address. */
const window = sql`interval '15 minutes'`;
const most = { here: 10, account: 50, address: 100 };
const slowness = 1000;

/** `account`: the lower-cased username, also one that nobody has. */
type Place = { account: string; address: string };
export type Attempt = Place & {
  password: string;
  /** What the password should match; null when there is no such account. */
  hash: string | null;
};

type Failures = { here: number | null; latest: number | null; account: number | null; address: number | null };

/** Seconds until the nth latest failure is forgotten; null if there are fewer. */
function nth(place: number, which: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`(select extract(epoch from f.at + ${window} - now())::float8 from login_failures f
    where ${which} and f.at > now() - ${window} order by f.at desc offset ${sql.lit(place - 1)} limit 1)`;
}

async function failuresOf(db: Kysely<Tables>, { account, address }: Place): Promise<Failures> {
  const ofAccount = sql`f.account = ${account}`;
  const ofAddress = sql`f.address = ${address}`;
  const here = sql`${ofAccount} and ${ofAddress}`;
  const found = await sql<Failures>`select ${nth(most.here, here)} as here, ${nth(1, here)} as latest,
    ${nth(most.account, ofAccount)} as account, ${nth(most.address, ofAddress)} as address`.execute(db);
  return found.rows[0] as Failures;
}

/** Seconds to wait; null: go on. An account that did not fail from here is never refused. */
function waitOf({ here, latest, address }: Failures): number | null {
  if (here !== null) return here;
  return latest !== null && address !== null ? Math.min(latest, address) : null;
}

function refusal(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  const when = minutes <= 1 ? 'a minute' : `${minutes} minutes`;
  return tooMany(`Too many wrong passwords. Please try again in ${when}.`, Math.max(1, seconds));
}

async function weigh(db: Kysely<Tables>, attempt: Attempt): Promise<{ right: boolean; slow: boolean }> {
  const { account, address, password, hash } = attempt;
  const failures = await failuresOf(db, attempt);
  const wait = waitOf(failures);
  if (wait !== null) throw refusal(wait);
  const right = hash === null ? await verifyDummyPassword(password) : await verifyPassword(hash, password);
  if (!right) await db.insertInto('login_failures').values({ account, address }).execute();
  else if (failures.latest !== null) await forgetHere(db, attempt);
  return { right, slow: failures.account !== null };
}

/** Whoever knew it in the end starts anew; failures of the same address on other accounts stay. */
async function forgetHere(db: Kysely<Tables>, { account, address }: Place): Promise<void> {
  await db.deleteFrom('login_failures').where('account', '=', account).where('address', '=', address).execute();
}

const lines = new Map<string, Promise<unknown>>();

/** Attempts of one account from one address go one by one, or a thousand sent together would all count as the first. */
function inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (lines.get(key) ?? Promise.resolve()).then(work);
  const settled = mine
    .then(
      () => undefined,
      () => undefined,
    )
    .then(() => {
      if (lines.get(key) === settled) lines.delete(key);
    });
  lines.set(key, settled);
  return mine;
}

/** Whether the password is right. @throws 429 with Retry-After where too many were wrong, 503 in a flood. */
export async function verifyThrottled(db: Kysely<Tables>, attempt: Attempt): Promise<boolean> {
  const { right, slow } = await inLine(`${attempt.address} ${attempt.account}`, () => weigh(db, attempt));
  if (slow) await delay(slowness);
  return right;
}

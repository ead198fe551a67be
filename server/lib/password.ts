// Passwords: hashed with argon2id, few at a time.
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { unavailable } from './problem.ts';

/** OWASP's first choice for argon2id, about 25 ms of one core. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each takes 19 MiB and one of Node's four working threads: a flood of logins waits here and leaves the rest alone. */
const concurrency = 2;
/** About five seconds of waiting; whoever comes after these is asked to try again. */
const maxWaiting = 400;
/** A hash with the same settings of a password that nobody knows. */
const unknownPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$hNgKpWys/oIqAzW1BRH/QQ$bS6EeqH4Jwc01LBPylLlzwili7aMQ0WNbeqTpCZY6QI';

const limit = pLimit(concurrency);

async function enqueue<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= maxWaiting)
    throw unavailable('Too many passwords are being checked. Please try again in a few seconds.');
  return limit(work);
}

/** @returns the hash with its settings and salt, about 100 characters. @throws 503 when too many wait already, as all of these. */
export function hashPassword(password: string): Promise<string> {
  return enqueue(() => hash(password, settings));
}

/** False for a wrong password and for a stored text that is no hash. */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return enqueue(() => verify(stored, password).catch(() => false));
}

/** Takes as long as a real check, so that the time of an answer does not tell which usernames exist. */
export async function verifyDummyPassword(password: string): Promise<false> {
  await verifyPassword(unknownPasswordHash, password);
  return false;
}

// Passwords: hashed with argon2id, few at a time, in turn by address and account.
import { hash, verify } from '@node-rs/argon2';
import { createFairQueue } from '#server/lib/fair-queue.ts';
import { unavailable } from '#server/lib/problem.ts';

/** OWASP's first choice for argon2id, about 25 ms of one core. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each takes 19 MiB and one of Node's four working threads: a flood of logins waits here and leaves the rest alone. */
const concurrency = 2;
/** Some kilobytes each. Whoever comes after these is asked to try again; one address has some seconds of waiting. */
const maxWaiting = 5_000;
const maxWaitingEach = 1_000;
/** A hash with the same settings of a password that nobody knows. */
const unknownPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$hNgKpWys/oIqAzW1BRH/QQ$bS6EeqH4Jwc01LBPylLlzwili7aMQ0WNbeqTpCZY6QI';

/** Whose turn it is: the visitor's address and the account that is asked about. */
export type HashTurn = { address: string; account: string };
type Hasher = { hash(password: string): Promise<string>; verify(stored: string, password: string): Promise<boolean> };

/** Work of the product itself: commands, demo data. */
const ownTurn: HashTurn = { address: '', account: '' };

/** With argon2id, or in tests with something quick. */
export function createPasswords(hasher: Hasher) {
  const queue = createFairQueue({
    concurrency,
    maxWaiting,
    maxWaitingEach,
    full: () => unavailable('Too many passwords are being checked. Please try again in a few seconds.'),
  });
  const matches = (stored: string, password: string) => hasher.verify(stored, password).catch(() => false);

  return {
    /** @returns the hash with its settings and salt, about 100 characters. @throws 503 when too many wait already, as the check does. */
    async hashPassword(password: string, { address, account }: HashTurn = ownTurn): Promise<string> {
      return queue.run([address, 'known', account], () => hasher.hash(password));
    },

    /**
     * False for a wrong password, for a stored text that is no hash, and for null: no such account. Accounts that exist take turns with all
     * the names that a flood makes up, so that a right password is let in at once; a wrong one is answered when a made-up name in its place
     * would have been, so that the time of an answer does not tell which usernames exist.
     */
    async verifyPassword(
      stored: string | null,
      password: string,
      { address, account }: HashTurn = ownTurn,
    ): Promise<boolean> {
      let isRight = false;
      const asUnknown = async () => isRight || (await matches(unknownPasswordHash, password));
      const inLine =
        stored === null || queue.waiting(address) > 0 ? queue.run([address, 'unknown', account], asUnknown) : null;
      if (stored !== null) {
        isRight = await queue.run([address, 'known', account], () => matches(stored, password));
      }
      if (!isRight) await inLine;
      return isRight;
    },
  };
}

export const { hashPassword, verifyPassword } = createPasswords({
  hash: (password) => hash(password, settings),
  verify,
});

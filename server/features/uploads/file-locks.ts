// Locks of arriving files, shared by all servers: two never take parts of one file at once.
import { setTimeout as delay } from 'node:timers/promises';
import { type Locker, MemoryLocker } from '@tus/server';
import { type Kysely, sql } from 'kysely';
import type { SessionLocks } from '#server/db/open/session-locks.ts';
import type { Tables } from '#server/db/schema.ts';

const channel = 'uploads_wanted';
const pause = 100;
/** How long a part waits for the lock before its sender gets 423 and asks how much is there. */
const partMilliseconds = 1_000;
/** How long a HEAD waits: its sender wants to resume, perhaps because an earlier connection hangs, and the other server has to store what arrived. */
const askedMilliseconds = 8_000;

type Release = () => Promise<void> | void;
type Shared = {
  query: Kysely<Tables>;
  locks: SessionLocks;
  listen(channel: string, onPayload: (file: string) => void, onState: (up: boolean) => void): unknown;
};

const takenElsewhere = { status_code: 423, body: 'Taken by another server' };

/** Within a process the library's own locks come first, which end the part that hangs. A killed server's end with its connection. */
export function createFileLocks({ query, locks, listen }: Shared): (request: { method: string }) => Locker {
  const own = new MemoryLocker();
  const releases = new Map<string, Release>();
  listen(
    channel,
    (file) => void releases.get(file)?.(),
    () => undefined,
  );

  async function take(file: string, release: Release, isAsking: boolean): Promise<() => Promise<void>> {
    const wanted = { key: `upload ${file}`, onLost: () => void release() };
    const until = Date.now() + (isAsking ? askedMilliseconds : partMilliseconds);
    for (let tries = 0; ; tries++) {
      const giveBack = await locks.tryLock(wanted);
      if (giveBack) return giveBack;
      if (Date.now() > until) throw takenElsewhere;
      if (isAsking && tries === 0) await sql`select pg_notify(${channel}, ${file})`.execute(query);
      await delay(pause);
    }
  }

  return ({ method }) => ({
    newLock(file) {
      const first = own.newLock(file);
      let giveBack: () => Promise<void> = async () => undefined;
      return {
        async lock(signal, release) {
          await first.lock(signal, release);
          try {
            giveBack = await take(file, release, method === 'HEAD');
            releases.set(file, release);
          } catch (error) {
            await first.unlock();
            throw error;
          }
        },
        async unlock() {
          releases.delete(file);
          await giveBack();
          await first.unlock();
        },
      };
    },
  });
}

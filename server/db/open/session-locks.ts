// Locks that all processes of one database share and that outlive a transaction. They end with the process that holds them.
import { type HostedConfig, OrderlyClient } from './hosts.ts';

/** `onLost`: the connection broke, and with it the lock: another process may have it by now. */
type Wanted = { key: string; onLost: () => void };
export type SessionLocks = {
  /** What gives it back; null while somebody has it, here or in another process. @throws if the database does not answer. */
  tryLock(wanted: Wanted): Promise<(() => Promise<void>) | null>;
  close(): Promise<void>;
};

/** Milliseconds; a database that says nothing for so long hangs. */
const answerMs = 2_000;

/** All of a process are held by one connection, made for the first of them; it must not lead through a pooler. */
export function createSessionLocks(config: HostedConfig): SessionLocks {
  /** What each holder does when the connection is lost. PostgreSQL would give a session the same lock twice. */
  const held = new Map<string, () => void>();
  let connection: Promise<OrderlyClient> | null = null;
  let isClosed = false;

  function lose(of: Promise<OrderlyClient>): void {
    if (connection !== of) return;
    connection = null;
    const lost = [...held.values()];
    held.clear();
    for (const onLost of lost) onLost();
  }

  function connect(): Promise<OrderlyClient> {
    const client = new OrderlyClient({ ...config, connectionTimeoutMillis: answerMs, query_timeout: answerMs });
    const made: Promise<OrderlyClient> = client.connect().then(() => client);
    client.on('error', () => lose(made)).once('end', () => lose(made));
    made.catch(() => lose(made));
    return made;
  }

  async function ask(of: Promise<OrderlyClient>, text: string, key: string): Promise<boolean> {
    const client = await of;
    const values = ['session lock', key];
    const found = await client.ask<{ is_done: boolean }>(text, values).catch((error: unknown) => {
      // Whether it has the lock is not known: with the connection all of them end.
      lose(of);
      void client.end().catch(() => undefined);
      throw error;
    });
    return found.rows[0]?.is_done ?? false;
  }

  return {
    async tryLock({ key, onLost }) {
      if (isClosed) throw new Error('Connection terminated: the locks are closed');
      if (held.has(key)) return null;
      held.set(key, onLost);
      connection ??= connect();
      const of = connection;
      const giveBack = () => held.get(key) === onLost && held.delete(key);
      let isOurs = false;
      try {
        isOurs = await ask(of, 'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as is_done', key);
      } finally {
        if (!isOurs) giveBack();
      }
      if (!isOurs) return null;
      return async () => {
        if (connection !== of) return;
        // First in the database: until then nobody here asks for it.
        await ask(of, 'select pg_advisory_unlock(hashtext($1), hashtext($2)) as is_done', key).catch(() => undefined);
        giveBack();
      };
    },

    async close() {
      isClosed = true;
      const last = connection;
      connection = null;
      held.clear();
      await last?.then((client) => client.end()).catch(() => undefined);
    },
  };
}

// Where one person's unsent things wait on this device: a database of their own, opened for no longer than one step takes.
import type { DBSchema, IDBPDatabase } from 'idb';
import { personDatabase } from '#web/lib/device/person-database.ts';
import type { OfflineCall } from './offline-calls.ts';
import type { Change } from './same-session.ts';

export type Unsent = {
  /** They are sent in the order of these. */
  id: number;
  call: OfflineCall;
  input: { params?: { id: number }; body?: Record<string, unknown> };
  /** What it is about, for its author to know it again. */
  words: string;
  /** The idempotency key, the same in every attempt. */
  key: string;
  /** When it was written, in milliseconds since 1970 by the clock of this device. */
  at: number;
  /** The forms whose drafts it was made from: they end with it. */
  drafts?: readonly string[];
  /** Why the server does not take it as it is; `recordId`: of the session as it is there now. */
  refusal?: { message: string; recordId?: number } | undefined;
  /** The last attempt reached the server, but it could not accept the item. */
  fault?: boolean | undefined;
  /** Earlier contents under this key: one of them may have arrived without an answer. */
  tried?: Unsent['input'][] | undefined;
  /** The id of what goes before it, because it is about the same session. */
  after?: number | undefined;
  /** A decision of one click (decisions.ts): it can be undone until then, in milliseconds since 1970, and does not go with the others. */
  notBefore?: number;
};

/** `key`: of this press of the button, reused for a retry after the server failed. */
export type Written = Pick<Unsent, 'call' | 'input' | 'words' | 'key' | 'drafts'>;

interface Schema extends DBSchema {
  items: { key: number; value: Unsent };
}

const database = personDatabase<Schema>(
  'outbox',
  (made) => void made.createObjectStore('items', { keyPath: 'id', autoIncrement: true }),
);
/** About what the longest notes take: where this finds no room, they would not either. */
const probeLength = 100_000;

export type OutboxStore = ReturnType<typeof createOutboxStore>;

export function createOutboxStore(person: number) {
  /** What was written is on the disk before anything else is done: a power cut takes nothing of it away. */
  function write(work: (items: ReturnType<typeof itemsOf>) => Promise<unknown>): Promise<void> {
    return database.within(person, async (db) => {
      const tx = db.transaction('items', 'readwrite', { durability: 'strict' });
      await Promise.all([work(tx.store), tx.done]);
    });
  }

  return {
    all: () => database.within(person, (db) => db.getAll('items')),
    /** `place`: what it becomes beside those that are here at that moment. */
    async add(item: Omit<Unsent, 'id'>, place: (here: Unsent[]) => Omit<Unsent, 'id'> = () => item): Promise<number> {
      let id = 0;
      await write(async (items) => {
        id = await items.add(place(await items.getAll()) as Unsent);
      });
      return id;
    },
    /** All of it or nothing, from what is here at that moment. */
    update: (change: (here: Unsent[]) => Change) =>
      write(async (items) => {
        const { put = [], remove = [] } = change(await items.getAll());
        await Promise.all([...put.map((item) => items.put(item)), ...remove.map((id) => items.delete(id))]);
      }),
    put: (item: Unsent) => write((items) => items.put(item)),
    remove: (id: number) => write((items) => items.delete(id)),
    /** With all that waits there. */
    end: () => database.remove(person),
    /** Rejects where this device keeps nothing. */
    probe: () =>
      write(async (items) => {
        const id = await items.add({ words: 'x'.repeat(probeLength) } as Unsent);
        await items.delete(id);
      }),
  };
}

/** Only for its type. */
function itemsOf(db: IDBPDatabase<Schema>) {
  return db.transaction('items', 'readwrite').store;
}

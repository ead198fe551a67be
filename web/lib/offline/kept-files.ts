// One person's uploads, stored on this device until they arrive: a database of their own that survives a reload and an ended login.
import type { DBSchema, IDBPDatabase } from 'idb';
import { lastPerson } from '#web/lib/device/local-storage.ts';
import { personDatabase } from '#web/lib/device/person-database.ts';

/** What is announced to the server about a file that it does not know yet. */
export type Announcement = { projectId: number; folder: string; print: string | undefined };

/** `announcement`: until the server has accepted it; `isBare`: there was no room for its bytes. */
export type KeptFile = {
  id: string;
  upload: string;
  name: string;
  bytes: number;
  announcement?: Announcement | undefined;
  isBare?: boolean | undefined;
};

interface Schema extends DBSchema {
  facts: { key: string; value: KeptFile };
  blobs: { key: string; value: Blob };
}

export type KeptFiles = ReturnType<typeof createKeptFiles>;

export const mostKept = 2 * 1024 ** 3;
const database = personDatabase<Schema>('files', (made) => {
  made.createObjectStore('facts', { keyPath: 'id' });
  made.createObjectStore('blobs');
});

/** How many files wait here for this person; it creates no database on a device without one. */
export async function countKept(person: number): Promise<number> {
  const owners = await database.owners();
  if (owners && !owners.includes(String(person))) return 0;
  return createKeptFiles(person)
    .all()
    .then(
      (files) => files.length,
      () => 0,
    );
}

/** That person leaves this device. */
export const forgetKept = (person: number): Promise<void> => database.remove(person);

/** The space that the browser leaves us; where it does not say, writing shows it. */
async function roomLeft(): Promise<number> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === undefined ? Number.POSITIVE_INFINITY : Math.max(0, quota - usage);
}

const sizeOf = (files: readonly KeptFile[]) => files.reduce((sum, { bytes, isBare }) => sum + (isBare ? 0 : bytes), 0);

export function createKeptFiles(person: number) {
  const wanted = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  /** Gigabytes at once would exhaust the memory of a phone. */
  function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  }

  /** Not created again after a logout in any tab, nor opened for somebody else. */
  async function within<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    if (lastPerson() !== person) throw new Error('Nobody is logged in here any more');
    return database.within(person, work);
  }

  async function write(file: KeptFile, blob: Blob): Promise<boolean> {
    const room = await roomLeft();
    return within(async (db) => {
      const there = await db.getAll('facts');
      const others = there.filter(({ id }) => id !== file.id);
      if (sizeOf(others) + file.bytes > mostKept || file.bytes > room) return false;
      const { isBare, ...known } = there.find(({ id }) => id === file.id) ?? file;
      const tx = db.transaction(['facts', 'blobs'], 'readwrite');
      await Promise.all([tx.objectStore('facts').put(known), tx.objectStore('blobs').put(blob, file.id), tx.done]);
      return true;
    });
  }

  return {
    all: () => oneAtATime(() => within((db) => db.getAll('facts'))),

    /** How many more bytes it can store; 0 if it stores nothing. */
    async room(): Promise<number> {
      const held = await within((db) => db.getAll('facts')).then(sizeOf, () => mostKept);
      return Math.max(0, Math.min(mostKept - held, await roomLeft()));
    },

    /** Null if the browser has evicted its bytes, or never had them. */
    async blobOf(id: string): Promise<Blob | null> {
      const blob = await within((db) => db.get('blobs', id)).catch(() => undefined);
      const first = await blob
        ?.slice(0, 1)
        .arrayBuffer()
        .catch(() => undefined);
      return blob && first ? blob : null;
    },

    /** Notes all files at once, before any bytes: a session that is submitted a moment later finds the files that it names. */
    async note(files: readonly KeptFile[]): Promise<void> {
      for (const { id } of files) wanted.add(id);
      await within(async (db) => {
        const tx = db.transaction('facts', 'readwrite', { durability: 'strict' });
        await Promise.all([...files.map((file) => tx.store.put({ ...file, isBare: true })), tx.done]);
      }).catch(() => undefined);
    },

    /** The server has accepted them. */
    async announced(ids: readonly string[]): Promise<void> {
      await within(async (db) => {
        const tx = db.transaction('facts', 'readwrite');
        const found = await Promise.all(ids.map((id) => tx.store.get(id)));
        const known = found.flatMap((file) => (file ? [{ ...file, announcement: undefined }] : []));
        await Promise.all([...known.map((file) => tx.store.put(file)), tx.done]);
      }).catch(() => undefined);
    },

    /** False if there is no room for it, or this device stores nothing: then it has to be chosen again after a reload. */
    add(file: KeptFile, blob: Blob): Promise<boolean> {
      wanted.add(file.id);
      // It may have been uploaded while others were written.
      return oneAtATime(async () => !wanted.has(file.id) || (await write(file, blob))).catch(() => false);
    },

    remove(id: string): Promise<void> {
      wanted.delete(id);
      const removed = oneAtATime(() =>
        within(async (db) => {
          const tx = db.transaction(['facts', 'blobs'], 'readwrite');
          await Promise.all([tx.objectStore('facts').delete(id), tx.objectStore('blobs').delete(id), tx.done]);
        }),
      );
      return removed.catch(() => undefined);
    },
  };
}

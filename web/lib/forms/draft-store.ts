// One person's drafts in a database, on disk within moments: other storage of the browser is written up to a minute later.
import type { DBSchema } from 'idb';
import { personDatabase } from '#web/lib/device/person-database.ts';
import type { Owner } from './drafts.ts';

/** `text`: null if the draft was sent or discarded, which the browser may not have written to disk either. */
export type DraftRecord = { name: string; text: string | null; at: number };

interface Schema extends DBSchema {
  drafts: { key: string; value: DraftRecord };
}

const database = personDatabase<Schema>('drafts', (made) => void made.createObjectStore('drafts', { keyPath: 'name' }));
/** Longer than a browser takes to write the deletion of a draft. */
const rememberMs = 24 * 60 * 60 * 1000;

export async function writeDrafts(owner: Owner, records: readonly DraftRecord[]): Promise<void> {
  await database.within(owner, async (db) => {
    const tx = db.transaction('drafts', 'readwrite', { durability: 'strict' });
    await Promise.all([...records.map((record) => tx.store.put(record)), tx.done]);
  });
}

export async function readDrafts(owner: Owner): Promise<DraftRecord[]> {
  return database.within(owner, async (db) => {
    const all = await db.getAll('drafts');
    const old = all.filter(({ text, at }) => text === null && at < Date.now() - rememberMs);
    await Promise.all(old.map(({ name }) => db.delete('drafts', name)));
    return all;
  });
}

export const deleteDrafts = (owner: Owner): Promise<void> => database.remove(owner);

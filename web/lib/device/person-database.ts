// The databases of this device, one for each person and purpose: the only place that opens IndexedDB.
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';

/** A person's id, or 'guest'. */
type Owner = number | string;

/** `name`: how the names begin. `create` makes the stores of a new one. */
export function personDatabase<Schema extends DBSchema>(name: string, create: (made: IDBPDatabase<Schema>) => void) {
  const nameOf = (owner: Owner) => `topout-${name}-${owner}`;
  return {
    /** Opened for one step, so that a logout in any tab can delete it. */
    async within<T>(owner: Owner, work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
      const db = await openDB<Schema>(nameOf(owner), 1, { upgrade: create });
      return work(db).finally(() => db.close());
    },
    remove: (owner: Owner): Promise<void> => deleteDB(nameOf(owner)),
    /** Whose there are on this device, as text; undefined where the browser does not say. */
    async owners(): Promise<string[] | undefined> {
      const found = await indexedDB.databases?.().catch(() => undefined);
      const start = nameOf('');
      return found?.flatMap(({ name: each = '' }) => (each.startsWith(start) ? [each.slice(start.length)] : []));
    },
  };
}

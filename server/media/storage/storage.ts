// Where files lie that the product makes or is handed: one interface, with a folder or a bucket behind it.
import type { FileBytes } from '#server/media/formats/range.ts';

/** Keys are plain names with slashes between them. */
export type StoredName = { key: string; bytes: number; changedAt: number };
/** `path`: where it lies, if on this machine. `open` takes a Range header as it came, and throws a MediaError. */
export type StoredFile = { bytes: number; path?: string; open(range: string | null): Promise<FileBytes> };

export type Storage = {
  /** Puts a file of this machine there, whole or not at all; it may be gone from its path afterwards. */
  put(key: string, path: string): Promise<void>;
  /** The same with a file that stays where it is. */
  add(key: string, path: string): Promise<void>;
  /** null: there is none. */
  find(key: string): Promise<StoredFile | null>;
  /** Bytes of a file of a known size; `range` is a Range header as it came. @throws MediaError */
  read(key: string, bytes: number, range: string | null): Promise<FileBytes>;
  /** Whether it is there; those that were not used for the longest time are removed first. */
  use(key: string): Promise<boolean>;
  /** A copy for programs that read from a path; null: there is none. */
  local(key: string): Promise<string | null>;
  list(prefix: string): Promise<StoredName[]>;
  /** One that is gone already is no error. */
  remove(key: string): Promise<void>;
};

/** Removes what was not used for the longest time until the rest fits; another process may remove at the same time. */
export async function removeOldest(storage: Storage, maxBytes: number): Promise<void> {
  const files = (await storage.list('')).sort((a, b) => b.changedAt - a.changedAt);
  let bytes = 0;
  for (const file of files) {
    bytes += file.bytes;
    if (bytes <= maxBytes * 0.9) continue;
    await storage.remove(file.key);
    bytes -= file.bytes;
  }
}

// Where light copies of videos lie, what is known of them, and who is at work on one: each once across servers.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionLocks } from '#server/db/open/session-locks.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { removeOldest, type Storage } from '#server/media/storage/storage.ts';
import type { NoCopy } from './light-copy.ts';

export type VideoFile = Pick<SourceFile, 'id' | 'version' | 'bytes' | 'path' | 'open'>;
type Maker = 'server' | 'device';
/** What is known of a copy, by its name. */
export type LightRow = {
  name: string;
  state: 'making' | 'made' | 'none';
  share: number;
  /** Whether its maker was at it a moment ago. */
  isFresh: boolean;
  bytes: number | null;
  poster: boolean;
  /** When it was made, in milliseconds. */
  changedAt: number;
};
export type MadeCopy = { bytes: number; width: number; height: number; madeBy: Maker };
export type Named = { name: string; file: string; version: string };
export type NewCopy = Named & MadeCopy & { poster: boolean };
/** Writes the row of a copy whose bytes are stored; false where it is not wanted any more. */
export type RecordCopy = (copy: NewCopy) => Promise<boolean>;
/** Their rows; the features know the database. */
export type LightRows = {
  read(names: readonly string[]): Promise<LightRow[]>;
  /** Those that are about to be made; known ones stay as they are. */
  plan(copies: readonly Named[]): Promise<void>;
  /** Answers how often it began before without an end. */
  begin(copy: Named): Promise<number>;
  /** That it was begun in vain was not its fault. */
  excuse(name: string): Promise<void>;
  /** How far one is; the others wait for it. */
  progress(at: { name: string; share: number; waiting: readonly string[] }): Promise<void>;
  made(copy: NewCopy): Promise<void>;
  none(copy: Named & { reason: NoCopy; poster: boolean }): Promise<void>;
  /** Removes rows, and answers which of these there are none of. */
  withoutRow(names: readonly string[]): Promise<string[]>;
};
/** `storage`: where copies lie, of at most `maxBytes`. `folder`: of this server's own, for what is being made. */
export type StoreOptions = {
  folder: string;
  storage: Storage;
  maxBytes: number;
  rows: LightRows;
  locks: SessionLocks;
};

/** Part of their names: copies of an older maker are made again. */
const edition = 1;

export function namedOf({ id, version }: Pick<VideoFile, 'id' | 'version'>): Named {
  const name = createHash('sha256').update(`${edition}\0${id}\0${version}`).digest('hex');
  return { name, file: id, version };
}

export const keysOf = (name: string) => ({ light: `${name}.mp4`, poster: `${name}.jpg` });
/** What lies there under another name is nobody's. */
const nameIn = (key: string) => /^([0-9a-f]{64})[.]/.exec(key)?.[1] ?? null;

export function createLightStore({ folder, storage, maxBytes, rows, locks }: StoreOptions) {
  /** Null while somebody is at it, in another process or in this one. */
  async function alone<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<{ done: T } | null> {
    const lost = new AbortController();
    const onLost = () => lost.abort(new Error('The lock of a light copy was lost'));
    const giveBack = await locks.tryLock({ key: `light video ${name}`, onLost });
    if (!giveBack) return null;
    return work(lost.signal)
      .then((done) => ({ done }))
      .finally(giveBack);
  }

  /** A folder for one piece of work, gone after it. */
  async function within<T>(name: string, work: (place: string) => Promise<T>): Promise<T> {
    const place = join(folder, `${name}.${randomUUID()}`);
    await mkdir(place, { recursive: true });
    return work(place).finally(() => rm(place, { recursive: true, force: true }));
  }

  async function put(key: string, path: string | null): Promise<void> {
    if (path === null) await storage.remove(key);
    else await storage.put(key, path);
  }

  type Files = { video: string | null; poster: string | null };
  /** The row comes last: it names whole files only. */
  async function putBoth(name: string, { video, poster }: Files): Promise<void> {
    const keys = keysOf(name);
    await put(keys.poster, poster);
    await put(keys.light, video);
  }

  const recordAtOnce: RecordCopy = async (copy) => {
    await rows.made(copy);
    return true;
  };

  /** A row whose bytes are gone counts for nothing. */
  async function hasBytes({ name, state, poster }: LightRow): Promise<boolean> {
    const keys = keysOf(name);
    const needed = [...(state === 'made' ? [keys.light] : []), ...(poster ? [keys.poster] : [])];
    return !(await Promise.all(needed.map((key) => storage.use(key)))).includes(false);
  }

  async function find(name: string): Promise<LightRow | null> {
    const [row] = await rows.read([name]);
    return row && (await hasBytes(row)) ? row : null;
  }

  return {
    rows,
    alone,
    within,
    hasBytes,
    find,
    open: (key: string) => storage.find(key),

    /** False: it is not recorded, and nothing of it is left. */
    async keepCopy(
      copy: Named & MadeCopy,
      files: { video: string; poster: string | null },
      record: RecordCopy = recordAtOnce,
    ): Promise<boolean> {
      await putBoth(copy.name, files);
      const isRecorded = await record({ ...copy, poster: files.poster !== null });
      if (!isRecorded) await putBoth(copy.name, { video: null, poster: null });
      await removeOldest(storage, maxBytes);
      return isRecorded;
    },

    /** There may be a picture all the same. */
    async keepNone(named: Named, reason: NoCopy, poster: string | null): Promise<void> {
      await putBoth(named.name, { video: null, poster });
      await rows.none({ ...named, reason, poster: poster !== null });
      await removeOldest(storage, maxBytes);
    },

    async removeBytes(names: readonly string[]): Promise<void> {
      for (const name of names) await putBoth(name, { video: null, poster: null });
    },

    /** Bytes of no row, as a kill between two steps leaves them. */
    async removeUnnamed(before: number): Promise<void> {
      const old = (await storage.list('')).filter(({ changedAt }) => changedAt < before);
      const names = new Set(old.map(({ key }) => nameIn(key)).filter((name) => name !== null));
      for (const name of await rows.withoutRow([...names])) await putBoth(name, { video: null, poster: null });
    },

    /** What a server that was killed left among what it made: nobody is at it any more. */
    async sweep(): Promise<void> {
      for (const entry of await readdir(folder).catch(() => [])) {
        const remove = () => rm(join(folder, entry), { recursive: true, force: true });
        await alone(nameIn(entry) ?? entry, remove);
      }
    },
  };
}
export type LightStore = ReturnType<typeof createLightStore>;

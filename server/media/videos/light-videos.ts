// Light copies of videos: which there are, where their bytes lie, and those that a crew's device made. Originals stay unchanged.
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SessionLocks } from '#server/db/open/session-locks.ts';
import { readBlanked } from '#server/media/blanks/blanks.ts';
import { findBlanks } from '#server/media/blanks/video-positions.ts';
import { maxDecodeBytes } from '#server/media/formats/decode-need.ts';
import { withFile } from '#server/media/formats/read-at.ts';
import { readVideoHeader, type VideoHeader } from '#server/media/formats/video-header.ts';
import type { Decoder } from '#server/media/images/supervised-decoder.ts';
import { remoteParts } from '#server/media/sources/remote-parts.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { removeOldest, type Storage, type StoredFile } from '#server/media/storage/storage.ts';
import { type NotTaken, posterSide, refusalOfCopy } from './light-copy.ts';

export type VideoFile = Pick<SourceFile, 'id' | 'version' | 'bytes' | 'path' | 'open'>;
export type Maker = 'server' | 'device';
/** What is known of a copy, by its name. */
export type LightRow = {
  name: string;
  state: 'making' | 'made' | 'none';
  share: number;
  /** Whether its maker was at it a moment ago. */
  isFresh: boolean;
  bytes: number | null;
  poster: boolean;
  reason: string | null;
  /** When it was made, in milliseconds. */
  changedAt: number;
};
export type MadeCopy = { bytes: number; width: number; height: number; poster: boolean; madeBy: Maker };
type Named = { name: string; file: string; version: string };
/** Their rows; the features know the database. */
export type LightRows = {
  read(names: readonly string[]): Promise<LightRow[]>;
  made(copy: Named & MadeCopy): Promise<void>;
};
/** `storage`: where copies lie, of at most `maxBytes`. `folder`: of this server's own, for what is being made. */
type Options = {
  folder: string;
  storage: Storage;
  maxBytes: number;
  rows: LightRows;
  locks: SessionLocks;
  decoder: Pick<Decoder, 'decode'>;
};

/** Part of their names: copies of an older maker are made again. */
const edition = 1;

const nameOf = ({ id, version }: Pick<VideoFile, 'id' | 'version'>) =>
  createHash('sha256').update(`${edition}\0${id}\0${version}`).digest('hex');
const videoKey = (name: string) => `${name}.mp4`;
const posterKey = (name: string) => `${name}.jpg`;

const headerOf = ({ path, open, bytes }: StoredFile | VideoFile): Promise<VideoHeader | null> =>
  path === undefined && bytes !== null
    ? readVideoHeader(remoteParts(open, bytes), bytes)
    : withFile(path ?? '', readVideoHeader);

export function createLightVideos({ folder, storage, maxBytes, rows, locks, decoder }: Options) {
  /** The work on a copy, here or nowhere: null while somebody is at it in another process, or in this one. */
  async function alone<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T | null> {
    const lost = new AbortController();
    const giveBack = await locks.tryLock({ key: `light video ${name}`, onLost: () => lost.abort() });
    if (!giveBack) return null;
    return work(lost.signal).finally(giveBack);
  }

  /** Beside each other until both are whole: the row comes last. */
  async function store(named: Named, made: { video: string; poster: string | null }, facts: Omit<MadeCopy, 'poster'>) {
    const { name } = named;
    if (made.poster === null) await storage.remove(posterKey(name));
    else await storage.put(posterKey(name), made.poster);
    await storage.put(videoKey(name), made.video);
    await rows.made({ ...named, ...facts, poster: made.poster !== null });
    await removeOldest(storage, maxBytes);
  }

  /** A folder for one piece of work, gone after it. */
  async function within<T>(name: string, work: (place: string) => Promise<T>): Promise<T> {
    const place = join(folder, `${name}.${randomUUID()}`);
    await mkdir(place, { recursive: true });
    return work(place).finally(() => rm(place, { recursive: true, force: true }));
  }

  async function fetched({ path, open }: StoredFile | VideoFile, to: string): Promise<string> {
    if (path !== undefined) return path;
    const { body } = await open(null);
    await pipeline(body, createWriteStream(to));
    return to;
  }

  async function isMade(name: string): Promise<boolean> {
    const [row] = await rows.read([name]);
    return row?.state === 'made' && (await storage.use(videoKey(name)));
  }

  /** Its picture is drawn anew, so that nothing else of it is kept; a copy is as good without one. */
  async function drawPoster(poster: StoredFile | null, place: string): Promise<string | null> {
    if (poster === null) return null;
    const [given, to] = [join(place, 'given.jpg'), join(place, 'poster.jpg')];
    const from = await fetched(poster, given);
    const how = {
      side: posterSide,
      format: 'jpeg',
      isFull: false,
      isSmallest: false,
      maxBytes: maxDecodeBytes,
    } as const;
    return decoder.decode({ from, to, ...how }).then(
      () => to,
      () => null,
    );
  }

  /** A given copy without what it may say of places and people, as every video that is passed on. */
  async function cleaned(from: string, to: string): Promise<VideoHeader | null> {
    await withFile(from, async (read, bytes) => {
      const blanks = (await findBlanks(read, bytes)) ?? [];
      await pipeline(readBlanked(read, bytes, blanks), createWriteStream(to));
    });
    return withFile(to, readVideoHeader);
  }

  async function keepIn(place: string, file: VideoFile, given: GivenCopy): Promise<NotTaken | null> {
    const [copy, original] = [await headerOf(given.video), await headerOf(file).catch(() => null)];
    const refusal = refusalOfCopy({ header: copy, bytes: given.video.bytes }, { header: original, bytes: file.bytes });
    if (refusal !== null) return refusal;
    const video = join(place, 'light.mp4');
    const whole = await cleaned(await fetched(given.video, join(place, 'given.mp4')), video).catch(() => null);
    if (!whole) return 'unreadable';
    const { width, height } = whole;
    const named = { name: nameOf(file), file: file.id, version: file.version };
    const poster = await drawPoster(given.poster, place);
    await store(named, { video, poster }, { bytes: given.video.bytes, width, height, madeBy: 'device' });
    return null;
  }

  return {
    /**
     * Stores a copy of this file that was made elsewhere, if it is one and there is none. Null, or why it was not taken. What is damaged
     * is not taken; it throws where the storage or the database is away.
     */
    async keep(file: VideoFile, given: GivenCopy): Promise<NotTaken | null> {
      const name = nameOf(file);
      const done = await alone(name, async () =>
        (await isMade(name)) ? 'made' : within(name, (place) => keepIn(place, file, given)),
      );
      return done === null && !(await isMade(name)) ? 'making' : done;
    },
  };
}
/** A copy with its picture, as they came. */
export type GivenCopy = { video: StoredFile; poster: StoredFile | null };

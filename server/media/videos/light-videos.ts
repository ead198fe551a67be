// Light copies of videos: made by the server or a crew's device, and what may be shown of each. Originals stay unchanged.
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { sniffedBytes, sniffMedia } from '#contract/media/media-bytes.ts';
import { readBlanked } from '#server/media/blanks/blanks.ts';
import { findBlanks } from '#server/media/blanks/video-positions.ts';
import { maxDecodeBytes } from '#server/media/formats/decode-need.ts';
import { withFile } from '#server/media/formats/read-at.ts';
import { readVideoHeader, type VideoHeader } from '#server/media/formats/video-header.ts';
import type { Decoder } from '#server/media/images/supervised-decoder.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { pathOfWhole } from '#server/media/sources/read-whole.ts';
import { remoteParts } from '#server/media/sources/remote-parts.ts';
import type { StoredFile } from '#server/media/storage/storage.ts';
import { isLight, isWorthwhile, type NoCopy, type NotTaken, posterSide, refusalOfCopy } from './light-copy.ts';
import {
  createLightStore,
  keysOf,
  type LightRow,
  type LightStore,
  type Named,
  namedOf,
  type RecordCopy,
  type StoreOptions,
  type VideoFile,
} from './light-store.ts';
import { type Container, drawPoster, makeVideo } from './video-maker.ts';

/** `ffmpeg`: its path; null: only devices make copies. */
type Options = StoreOptions & { decoder: Pick<Decoder, 'decode'>; ffmpeg: string | null };
/** A copy with its picture, as they came. */
export type GivenCopy = { video: StoredFile; poster: StoredFile | null; record?: RecordCopy };
/** What may be shown of a video beside itself. `version`: of what was made of it. `preparing`: how far its copy is, from 0 to 1. */
export type LightState = { version: string; bytes: number | null; hasPoster: boolean; preparing?: number };
/** `isUnknown`: nobody has looked at it yet, or what was made of it is gone. */
type Known = { state: LightState; isUnknown: boolean };
export type LightPart = 'light' | 'poster';

const headerOf = ({ path, open, bytes }: StoredFile | VideoFile): Promise<VideoHeader | null> =>
  path === undefined && bytes !== null
    ? readVideoHeader(remoteParts(open, bytes), bytes)
    : withFile(path ?? '', readVideoHeader);

// A copy that a device made.

type Keeping = { store: LightStore; decoder: Options['decoder'] };

/** Its picture is drawn again, so that nothing else of it is kept; a copy is as good without one. */
async function redrawn(decoder: Options['decoder'], poster: StoredFile | null, place: string): Promise<string | null> {
  if (poster === null) return null;
  const to = join(place, 'poster.jpg');
  const from = await pathOfWhole(poster, join(place, 'given.jpg'));
  const how = { side: posterSide, format: 'jpeg', isFull: false, isSmallest: false, maxBytes: maxDecodeBytes } as const;
  return decoder.decode({ from, to, ...how }).then(
    () => to,
    () => null,
  );
}

/** Without what it may say of places and people, as every video that is passed on. */
async function cleaned(from: string, to: string): Promise<VideoHeader | null> {
  await withFile(from, async (read, bytes) => {
    const blanks = (await findBlanks(read, bytes)) ?? [];
    await pipeline(readBlanked(read, bytes, blanks), createWriteStream(to));
  });
  return withFile(to, readVideoHeader);
}

async function keepGiven(
  { store, decoder }: Keeping,
  { file, given, place }: { file: VideoFile; given: GivenCopy; place: string },
): Promise<NotTaken | null> {
  const [copy, original] = [await headerOf(given.video), await headerOf(file).catch(() => null)];
  const refusal = refusalOfCopy({ header: copy, bytes: given.video.bytes }, { header: original, bytes: file.bytes });
  if (refusal !== null) return refusal;
  const video = join(place, 'light.mp4');
  const whole = await pathOfWhole(given.video, join(place, 'given.mp4'))
    .then((path) => cleaned(path, video))
    .catch((error: unknown) => {
      if (error instanceof MediaError && error.code === 'no_picture') return null;
      throw error;
    });
  if (!whole) return 'unreadable';
  const poster = await redrawn(decoder, given.poster, place);
  const { width, height } = whole;
  const facts = { bytes: given.video.bytes, width, height, madeBy: 'device' as const };
  const isKept = await store.keepCopy({ ...namedOf(file), ...facts }, { video, poster }, given.record);
  return isKept ? null : 'unwanted';
}

// A copy that the server makes.

/** `renew` is called now and then; what it throws is no matter of the copy's. */
export type Work = { signal: AbortSignal; renew(): Promise<void> };
type Making = Work & { store: LightStore; ffmpeg: string; waiting: readonly string[] };

const beatMilliseconds = 2_000;
const renewMilliseconds = 60_000;
/** Then it is given up: it may be what ends the server each time. */
const maxFailures = 3;
/** Where a device's copy is being stored, that takes moments. */
const pauses = [2_000, 5_000];

const ebml = 0x1a45dfa3;

/** Of what may be read at all: a list of other files is none of these, whatever its name. */
function containerOf(head: Buffer): Container | null {
  if (sniffMedia(head)?.startsWith('video/')) return 'mov';
  return head.length >= 4 && head.readUInt32BE(0) === ebml ? 'matroska' : null;
}

/** Says how far it is, here and to other servers, until the work ends. */
async function followed<T>(
  { store, waiting, renew }: Making,
  name: string,
  work: (onProgress: (share: number) => void) => Promise<T>,
): Promise<T> {
  let share = 0;
  const tell = () => void store.rows.progress({ name, share, waiting }).catch(() => undefined);
  const beat = setInterval(tell, beatMilliseconds);
  const lease = setInterval(() => void renew().catch(() => undefined), renewMilliseconds);
  try {
    return await work((now) => {
      share = now;
    });
  } finally {
    clearInterval(beat);
    clearInterval(lease);
  }
}

type Source = { path: string; bytes: number; container: Container; header: VideoHeader | null };

async function openSource(file: VideoFile, place: string, signal: AbortSignal): Promise<Source | null> {
  const path = await pathOfWhole(file, join(place, 'source'), signal);
  const container = await withFile(path, async (read) => containerOf(await read(0, sniffedBytes)));
  if (container === null) return null;
  const header = container === 'mov' ? await withFile(path, readVideoHeader) : null;
  if (container === 'mov' && header === null) return null;
  return { path, container, header, bytes: (await stat(path)).size };
}

async function makeIn(making: Making, { named, file, place }: { named: Named; file: VideoFile; place: string }) {
  const { store, ffmpeg, signal } = making;
  const source = await openSource(file, place, signal);
  if (!source) return store.keepNone(named, 'unreadable', null);
  const at = { ffmpeg, folder: place, signal };
  const none = async (reason: NoCopy) => store.keepNone(named, reason, await drawPoster(source, at));
  if (isLight(source)) return none('light');
  const made = await followed(making, named.name, (onProgress) => makeVideo(source, { ...at, onProgress }));
  if ('failed' in made) throw new Error(`No light copy of a video was made: ${made.failed}`);
  if ('none' in made) return none(made.none);
  const { video, poster, header } = made;
  const { size: bytes } = await stat(video);
  if (!isWorthwhile(bytes, source)) return none('weight');
  const { width, height } = header;
  await store.keepCopy({ ...named, bytes, width, height, madeBy: 'server' }, { video, poster });
}

/** Under its lock. */
async function makeAlone(making: Making, file: VideoFile): Promise<void> {
  const { store, signal } = making;
  const named = namedOf(file);
  const row = await store.find(named.name);
  if (row && row.state !== 'making') return;
  if ((await store.rows.begin(named)) >= maxFailures) return store.keepNone(named, 'failed', null);
  try {
    await store.within(named.name, (place) => makeIn(making, { named, file, place }));
  } catch (error) {
    if (signal.aborted) await store.rows.excuse(named.name).catch(() => undefined);
    throw error;
  }
}

async function make(making: Making, file: VideoFile): Promise<void> {
  const { signal, store } = making;
  for (const pause of [...pauses, null]) {
    const done = await store.alone(namedOf(file).name, (lost) =>
      makeAlone({ ...making, signal: AbortSignal.any([signal, lost]) }, file),
    );
    // Who has the lock for longer than that makes it, and its job lives as long as this one would.
    if (done || pause === null) return;
    await wait(pause, undefined, { signal });
  }
}

const versionOf = ({ changedAt }: LightRow) => Math.round(changedAt).toString(36);

function stateOf(row: LightRow | undefined, { isThere, isMakable }: { isThere: boolean; isMakable: boolean }): Known {
  const nothing = { version: '', bytes: null, hasPoster: false };
  if (!row || !isThere || (row.state === 'making' && !row.isFresh))
    return { state: { ...nothing, ...(isMakable ? { preparing: 0 } : {}) }, isUnknown: true };
  if (row.state === 'making') return { state: { ...nothing, preparing: row.share }, isUnknown: false };
  return { state: { version: versionOf(row), bytes: row.bytes, hasPoster: row.poster }, isUnknown: false };
}

export function createLightVideos({ decoder, ffmpeg, ...options }: Options) {
  const store = createLightStore(options);
  const lifetime = new AbortController();

  async function unsettled(files: readonly VideoFile[]): Promise<VideoFile[]> {
    const found = await Promise.all(files.map(async (file) => ({ file, row: await store.find(namedOf(file).name) })));
    return found.filter(({ row }) => row === null || row.state === 'making').map(({ file }) => file);
  }

  return {
    /** What there is of these files, by their ids. */
    async statesOf(files: readonly VideoFile[]): Promise<ReadonlyMap<string, Known>> {
      const names = new Map(files.map((file) => [namedOf(file).name, file]));
      const rows = await store.rows.read([...names.keys()]);
      const there = new Map(await Promise.all(rows.map(async (row) => [row.name, await store.hasBytes(row)] as const)));
      const byName = new Map(rows.map((row) => [row.name, row]));
      return new Map(
        Array.from(names, ([name, { id }]) => {
          const known = { isThere: there.get(name) ?? false, isMakable: ffmpeg !== null };
          return [id, stateOf(byName.get(name), known)];
        }),
      );
    },

    /** The bytes of a copy or its picture; null if there are none. */
    async partOf(file: Pick<VideoFile, 'id' | 'version'>, part: LightPart) {
      const { name } = namedOf(file);
      const row = await store.find(name);
      if (!row || row.state === 'making' || (part === 'light' ? row.state === 'none' : !row.poster)) return null;
      const stored = await store.open(keysOf(name)[part]);
      return stored && { ...stored, version: versionOf(row) };
    },

    /**
     * Stores a copy of this file that was made elsewhere, if it is one and there is none. Null, or why it was not taken. What is damaged
     * is not taken; it throws where the storage or the database is away.
     */
    async keep(file: VideoFile, given: GivenCopy): Promise<NotTaken | null> {
      const { name } = namedOf(file);
      const held = await store.alone(name, async () => {
        if ((await store.find(name))?.state === 'made') return 'made';
        return store.within(name, (place) => keepGiven({ store, decoder }, { file, given, place }));
      });
      return held ? held.done : 'making';
    },

    /** Makes what is missing of these, one after the other. One that fails does not keep the others. */
    async makeAll(files: readonly VideoFile[], { signal, renew }: Work): Promise<void> {
      if (ffmpeg === null) return;
      const waiting = await unsettled(files);
      await store.rows.plan(waiting.map(namedOf));
      const failures: unknown[] = [];
      for (const [nth, file] of waiting.entries()) {
        const rest = waiting.slice(nth + 1).map((one) => namedOf(one).name);
        const both = AbortSignal.any([signal, lifetime.signal]);
        await make({ store, ffmpeg, renew, signal: both, waiting: rest }, file).catch((error) => failures.push(error));
        both.throwIfAborted();
        await renew();
      }
      if (failures.length > 0) throw failures[0];
    },

    /** Of copies whose rows are gone. */
    removeBytes: store.removeBytes,
    removeUnnamed: store.removeUnnamed,
    /** What a killed server left. */
    sweep: store.sweep,

    /** Ends what is being made. */
    close(): void {
      lifetime.abort(new Error('The server ends'));
    },
  };
}
export type LightVideos = ReturnType<typeof createLightVideos>;

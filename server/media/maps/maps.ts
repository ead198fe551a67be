// Pyramids of maps: one without small levels gets them once, in a store with a size limit beside the pictures. Originals stay unchanged.
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { createPromiseCache } from '#server/lib/memoize.ts';
import { type MapHeader, readMapHeader } from '#server/media/formats/map-header.ts';
import { withFile } from '#server/media/formats/read-at.ts';
import { pathOfWhole } from '#server/media/sources/read-whole.ts';
import { readPart } from '#server/media/sources/remote-parts.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { createFolderStorage } from '#server/media/storage/folder-storage.ts';
import { removeOldest, type Storage, type StoredFile } from '#server/media/storage/storage.ts';
import { programPath, startProgram } from '#server/media/workers/start-program.ts';
import { type Fault, runProgram } from '#server/media/workers/supervisor.ts';
import { isWithinLimits, makerHeapMegabytes, makerMemory, maxPyramidBytes, pyramidTimeoutMs } from './map-limits.ts';

export type MapFile = Pick<SourceFile, 'id' | 'version' | 'bytes' | 'path' | 'open'>;
/** `ready`: its pyramid can be read; `preparing`: progress from 0 to 1; `problem`: why nothing of it can be drawn. */
export type MapState = { ready?: true; preparing?: number; problem?: string };

const maxSourceBytes = 8 * 1024 ** 3;
const beatMilliseconds = 1_000;
/** A maker that has not written for this long counts as dead: another process starts over. */
const deadMilliseconds = 30_000;
const maxHeaders = 2_000;
/** Part of their names: pyramids of an older maker are made again. */
const edition = 2;

const firstBytes = 65_536;
/** A list does not wait longer for a remote file; a later result is there for the next list. */
const remoteMilliseconds = 3_000;

const empty = 'This file is empty: it may not have been uploaded whole';
const unreadable = 'This file cannot be read as a map: it may be damaged, or not a TIFF';

/** The first request usually covers the whole header. */
async function readRemoteHeader(file: MapFile): Promise<MapHeader | null> {
  const { bytes } = file;
  const first = await readPart(file.open, 0, Math.min(firstBytes, bytes ?? firstBytes));
  return readMapHeader(async (offset, length) => {
    if (offset + length <= first.length || first.length < firstBytes) return first.subarray(offset, offset + length);
    if (bytes !== null && offset >= bytes) return Buffer.alloc(0);
    return readPart(file.open, offset, length);
  }, bytes ?? undefined);
}

const damaged = 'This map is damaged: parts of it cannot be read. It may not have been uploaded whole';
const cutOff = 'This map is cut off: parts of it lie beyond the end of the file. It may not have been uploaded whole';
const tooLarge =
  'This map is too large to be prepared here: save it with tiles of 256 or 512 pixels and small versions of itself, as a Cloud Optimized GeoTIFF';
const packings: Record<number, string> = { 34712: 'JPEG 2000', 34925: 'LZMA', 50002: 'JPEG XL', 52546: 'JPEG XL' };
const unknownPacking = (packing: number) =>
  `This map is compressed in a way that cannot be shown here${packings[packing] ? ` (${packings[packing]})` : ''}: save it with Deflate, ZSTD or JPEG instead`;

const unknownKind =
  'This map holds numbers of a kind that cannot be shown here: save it as bands of 8 or 16 bits instead';

/** Why a pyramid could not be made; null if its original may be drawn instead. */
class NotMade extends Error {
  readonly problem: string | null;
  constructor(problem: string | null) {
    super(problem ?? 'The pyramid of a map could not be made');
    this.problem = problem;
  }
}

/** Why nothing of a map can be drawn, by its header alone. */
function problemOf(header: MapHeader | null, bytes: number | null): string | null {
  if (header === null) return unreadable;
  if (header.isCut) return cutOff;
  if (!header.isReadable) return unknownPacking(header.packing);
  return header.needsPyramid && !isWithinLimits(header, bytes) ? tooLarge : null;
}

/** Why the pyramid of a file is given up. */
type GivenUp = 'damaged' | 'unknown' | 'tooLarge';
/** `most`: the bytes that it may have. Its progress is a share, 0 to 1. */
export type PyramidWork = {
  request: { from: string; to: string; most: number };
  answer: { givenUp?: GivenUp };
  progress: number;
};

const sentences: Record<GivenUp, string> = { damaged, unknown: unknownKind, tooLarge };

const startMaker = () =>
  startProgram(programPath(import.meta.dirname, 'map-maker'), { heap: makerHeapMegabytes, memory: makerMemory });

/** One that was killed, by the system for lack of memory or by its own timeout, was too large; other failures may pass. */
function failureOf(fault: Fault): NotMade {
  const isKilled = fault.kind === 'late' || (fault.kind === 'ended' && fault.code === null);
  return new NotMade(isKilled ? tooLarge : null);
}

const nameOf = ({ id, version }: MapFile) => createHash('sha256').update(`${edition}\0${id}\0${version}`).digest('hex');

/** False if another process is making it. */
async function takeLock(lock: string): Promise<boolean> {
  await mkdir(dirname(lock), { recursive: true });
  const age = await stat(lock).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => null,
  );
  if (age !== null && age > deadMilliseconds) await rm(lock, { force: true });
  return open(lock, 'wx').then(
    async (file) => {
      await file.close();
      return true;
    },
    () => false,
  );
}

/** They are made in `folder`, and lie in `storage`, by default there too. */
type Options = { folder: string; maxBytes: number; storage?: Storage };

/** Makes pyramids: one at a time in each process, and each once across processes that share the folder. */
function createPyramids({ folder, maxBytes, storage = createFolderStorage(folder) }: Options) {
  const queue = pLimit(1);
  const making = new Map<string, number>();
  const failed = new LRUCache<string, { problem?: string }>({ max: maxHeaders });
  const lifetime = new AbortController();

  const keyOf = (name: string) => `${name}.tif`;
  const lockOf = (name: string) => join(folder, `${name}.making`);

  /** Its progress is recorded for others; recording ends with this process. */
  async function recorded<T>(name: string, work: Promise<T>): Promise<T> {
    const beat = setInterval(() => {
      // Only into the existing file: a deleted one would reappear.
      void writeFile(lockOf(name), (making.get(name) ?? 0).toFixed(3), { flag: 'r+' }).catch(() => undefined);
    }, beatMilliseconds);
    return work.finally(() => clearInterval(beat));
  }

  async function run(name: string, file: MapFile): Promise<void> {
    const source = join(folder, `${name}.source`);
    const from = await pathOfWhole(file, source, lifetime.signal);
    const part = join(folder, `${name}.${process.pid}.part`);
    const { size } = await stat(from);
    try {
      const work = runProgram<PyramidWork>(
        { start: startMaker, timeout: pyramidTimeoutMs(size), failure: failureOf },
        { from, to: part, most: maxPyramidBytes(size) },
        { onProgress: (share) => making.set(name, Math.min(0.99, share)), signal: lifetime.signal },
      );
      const { givenUp } = await recorded(name, work);
      if (givenUp) throw new NotMade(sentences[givenUp]);
      await storage.put(keyOf(name), part);
      await removeOldest(storage, maxBytes);
      if (!(await find(name))) throw new NotMade(null);
    } finally {
      await rm(part, { force: true });
      await rm(source, { force: true });
    }
  }

  /** A server that stops tries again at its next start. */
  function remember(name: string, error: unknown): void {
    const problem = error instanceof NotMade ? error.problem : null;
    if (!lifetime.signal.aborted) failed.set(name, problem === null ? {} : { problem });
  }

  async function make(name: string, file: MapFile): Promise<void> {
    if (lifetime.signal.aborted) return;
    const lock = lockOf(name);
    if (!(await takeLock(lock))) return;
    try {
      // Another process may have finished while this one waited.
      if (!(await find(name))) await run(name, file);
    } catch (error) {
      remember(name, error);
    } finally {
      await rm(lock, { force: true });
    }
  }

  function begin(name: string, file: MapFile): void {
    making.set(name, 0);
    void queue(() => make(name, file)).finally(() => making.delete(name));
  }

  const find = (name: string) => storage.use(keyOf(name));

  /** If another process is making it: what that one recorded. */
  async function progressOf(name: string, file: MapFile): Promise<number> {
    const written = await readFile(lockOf(name), 'utf8').catch(() => '0');
    if (!making.has(name)) begin(name, file);
    return Math.max(making.get(name) ?? 0, Number(written) || 0);
  }

  return {
    find,
    fileOf: (name: string) => storage.find(keyOf(name)),
    pathOf: (name: string) => storage.local(keyOf(name)),
    progressOf,
    /** The error shown instead; undefined if no attempt has failed. */
    failureOf: (name: string) => failed.get(name),
    async close(): Promise<void> {
      lifetime.abort();
      await queue(() => undefined);
    },
  };
}

/** Reads the headers of maps, each file version once. */
function createHeaderReader() {
  const remote = pLimit(4);
  const cached = createPromiseCache<MapHeader | null>(maxHeaders);

  /** null: it has no readable header; undefined: not known yet. */
  return async function headerOf(name: string, file: MapFile): Promise<MapHeader | null | undefined> {
    const { path } = file;
    if (path !== undefined) return cached(name, () => withFile(path, readMapHeader)).catch(() => null);
    const known = cached(name, () => remote(() => readRemoteHeader(file))).catch(() => undefined);
    return Promise.race([known, wait(remoteMilliseconds, undefined, { ref: false })]);
  };
}

export function createMaps(options: Options) {
  const pyramids = createPyramids(options);
  const headerOf = createHeaderReader();
  return {
    /** What to draw of a file; starts its pyramid if it needs one. */
    async stateOf(file: MapFile): Promise<MapState> {
      const { bytes } = file;
      if (bytes === 0) return { problem: empty };
      const name = nameOf(file);
      if (await pyramids.find(name)) return { ready: true };
      const header = await headerOf(name, file);
      if (header === undefined) return {};
      const problem = problemOf(header, bytes);
      if (problem !== null) return { problem };
      const failure = pyramids.failureOf(name);
      if (failure) return failure;
      if (!header?.needsPyramid || (bytes ?? Number.POSITIVE_INFINITY) > maxSourceBytes) return {};
      return { preparing: await pyramids.progressOf(name, file) };
    },
    /** A file's pyramid; null if there is none yet. */
    async pyramidFor(file: MapFile): Promise<StoredFile | null> {
      const name = nameOf(file);
      return (await pyramids.find(name)) ? pyramids.fileOf(name) : null;
    },
    /** A path of it on this machine. */
    pathFor: (file: MapFile): Promise<string | null> => pyramids.pathOf(nameOf(file)),
    /** Stops what is being made. */
    close: pyramids.close,
  };
}
export type Maps = ReturnType<typeof createMaps>;

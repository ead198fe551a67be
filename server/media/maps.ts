// Pyramids of maps: one that has no small levels of its own gets them once, in a store with a size limit beside the pictures. Originals are not touched.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { type MapHeader, readMapHeader } from './map-header.ts';
import { programPath, startProgram } from './own-program.ts';
import { withFile } from './read-at.ts';
import { readPart } from './remote-parts.ts';
import type { SourceFile } from './source.ts';
import { sweep } from './sweep.ts';

export type MapFile = Pick<SourceFile, 'id' | 'version' | 'bytes' | 'path' | 'open'>;
/** `ready`: its pyramid can be read; `preparing`: what share of it is made; `problem`: why nothing of it can be drawn. */
export type MapState = { ready?: true; preparing?: number; problem?: string };

const maxSourceBytes = 8 * 1024 ** 3;
/** Larger files need 64-bit offsets. */
const classicPixels = 2_000_000_000;
const beatMilliseconds = 1_000;
/** Whoever has not written this long is dead: another process begins anew. */
const deadMilliseconds = 30_000;
const maxHeaders = 2_000;
/** About what a pixel takes in a pyramid; only for saying how far it is. */
const bytesPerPixel = 0.12;

const firstBytes = 65_536;
/** A list does not wait longer for a file elsewhere; what comes later is there for the next one. */
const remoteMilliseconds = 3_000;

const empty = 'This file is empty: it may not have been uploaded whole';
const unreadable = 'This file cannot be read as a map: it may be damaged, or not a TIFF';

/** Most of what a header needs comes with the first request. */
async function readRemoteHeader(file: MapFile): Promise<MapHeader | null> {
  const { bytes } = file;
  const first = await readPart(file.open, 0, Math.min(firstBytes, bytes ?? firstBytes));
  return readMapHeader(async (offset, length) => {
    if (offset + length <= first.length || first.length < firstBytes) return first.subarray(offset, offset + length);
    if (bytes !== null && offset >= bytes) return Buffer.alloc(0);
    return readPart(file.open, offset, length);
  });
}

function startMaker(from: string, to: string, { bands, hasExtraBand, data, nodata, width, height }: MapHeader) {
  const size = width * height > classicPixels ? 'large' : 'classic';
  const args = [from, to, hasExtraBand ? '3+1' : String(bands ?? data), nodata ?? 'plain', size];
  return startProgram(programPath(import.meta.dirname, 'map-maker'), { args, env: {} });
}

const nameOf = ({ id, version }: MapFile) => createHash('sha256').update(`${id}\0${version}`).digest('hex');

/** False where another process is at it. */
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

/** A file elsewhere is fetched whole, beside its pyramid to be. */
async function fetchSource(file: MapFile, to: string, signal: AbortSignal): Promise<string> {
  const { body } = await file.open(null);
  await pipeline(body, createWriteStream(to), { signal });
  return to;
}

/** Makes pyramids: one at a time in each process, and each once across processes that share the folder. */
function createPyramids({ folder, maxBytes }: { folder: string; maxBytes: number }) {
  const queue = pLimit(1);
  const making = new Map<string, number>();
  const failed = new Set<string>();
  const lifetime = new AbortController();

  const pathOf = (name: string) => join(folder, `${name}.tif`);
  const lockOf = (name: string) => join(folder, `${name}.making`);

  async function run(name: string, file: MapFile, header: MapHeader): Promise<void> {
    const source = join(folder, `${name}.source`);
    const from = file.path ?? (await fetchSource(file, source, lifetime.signal));
    const part = join(folder, `${name}.${process.pid}.part`);
    const child = startMaker(from, part, header);
    const stop = () => child.kill();
    lifetime.signal.addEventListener('abort', stop, { once: true });
    const beat = setInterval(async () => {
      const bytes = await stat(part).then(
        ({ size }) => size,
        () => 0,
      );
      const share = Math.min(0.95, bytes / (header.width * header.height * bytesPerPixel));
      making.set(name, share);
      // Into the file that is there only: one that is gone would come back.
      await writeFile(lockOf(name), share.toFixed(3), { flag: 'r+' }).catch(() => undefined);
    }, beatMilliseconds);
    try {
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`The pyramid of a map could not be made (${code})`);
      await rename(part, pathOf(name));
      await sweep(folder, maxBytes);
      if (!(await find(name))) throw new Error('The pyramid of a map has no room in the store');
    } finally {
      clearInterval(beat);
      lifetime.signal.removeEventListener('abort', stop);
      await rm(part, { force: true });
      for (const step of ['colours', 'mask', 'mask.below', 'mask.above']) await rm(`${part}.${step}`, { force: true });
      await rm(source, { force: true });
    }
  }

  async function make(name: string, file: MapFile, header: MapHeader): Promise<void> {
    if (lifetime.signal.aborted) return;
    const lock = lockOf(name);
    if (!(await takeLock(lock))) return;
    try {
      // Another one may have finished while this one waited.
      if (!(await find(name))) await run(name, file, header);
    } catch {
      // Without a pyramid the original is drawn; a server that stops tries again at its next start.
      if (!lifetime.signal.aborted) failed.add(name);
    } finally {
      await rm(lock, { force: true });
    }
  }

  function begin(name: string, file: MapFile, header: MapHeader): void {
    making.set(name, 0);
    void queue(() => make(name, file, header)).finally(() => making.delete(name));
  }

  async function find(name: string): Promise<boolean> {
    const now = new Date();
    return utimes(pathOf(name), now, now).then(
      () => true,
      () => false,
    );
  }

  /** Another process may be at it: then what that one wrote down. */
  async function progressOf(name: string, file: MapFile, header: MapHeader): Promise<number> {
    const written = await readFile(lockOf(name), 'utf8').catch(() => '0');
    if (!making.has(name)) begin(name, file, header);
    return Math.max(making.get(name) ?? 0, Number(written) || 0);
  }

  return {
    find,
    pathOf,
    progressOf,
    hasFailed: (name: string) => failed.has(name),
    async close(): Promise<void> {
      lifetime.abort();
      await queue(() => undefined);
    },
  };
}

/** Reads the headers of maps, each file version once. */
function createHeaderReader() {
  const remote = pLimit(4);
  const headers = new LRUCache<string, Promise<MapHeader | null>>({ max: maxHeaders });

  /** null: it has none that can be read; undefined: that cannot be told yet. */
  return async function headerOf(name: string, file: MapFile): Promise<MapHeader | null | undefined> {
    const { path } = file;
    const read = () => (path === undefined ? remote(() => readRemoteHeader(file)) : withFile(path, readMapHeader));
    const header = headers.get(name) ?? read();
    headers.set(name, header);
    const known = header.catch(() => {
      headers.delete(name);
      return path === undefined ? undefined : null;
    });
    const late = wait(remoteMilliseconds, undefined, { ref: false });
    return path === undefined ? Promise.race([known, late]) : known;
  };
}

export function createMaps(options: { folder: string; maxBytes: number }) {
  const pyramids = createPyramids(options);
  const headerOf = createHeaderReader();
  return {
    /** What to draw of a file; begins its pyramid where it needs one. */
    async stateOf(file: MapFile): Promise<MapState> {
      const { bytes } = file;
      if (bytes === 0) return { problem: empty };
      const name = nameOf(file);
      if (await pyramids.find(name)) return { ready: true };
      const header = await headerOf(name, file);
      if (header === undefined) return {};
      if (header === null) return { problem: unreadable };
      const needsNone =
        !header.needsPyramid || (bytes ?? Number.POSITIVE_INFINITY) > maxSourceBytes || pyramids.hasFailed(name);
      return needsNone ? {} : { preparing: await pyramids.progressOf(name, file, header) };
    },
    /** The path of a file's pyramid; null while there is none. */
    async pathFor(file: MapFile): Promise<string | null> {
      const name = nameOf(file);
      return (await pyramids.find(name)) ? pyramids.pathOf(name) : null;
    },
    /** Ends what is being made. */
    close: pyramids.close,
  };
}
export type Maps = ReturnType<typeof createMaps>;

// A ZIP as a stream: entries are read one after the other while somebody reads it, never compressed, never held whole.
import { createHash, type Hash } from 'node:crypto';
import { finished, PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** `bytes`: known in advance, and then exactly this many come; null: any number. `open` starts at this byte. */
export type ZipEntry = {
  name: string;
  time: Date;
  bytes: number | null;
  open(from: number): Promise<Readable>;
};

/** The result of an entry. `sha256` is null if it is incomplete; `problem` says why. */
export type ZippedEntry = {
  entry: ZipEntry;
  bytes: number;
  sha256: string | null;
  problem: 'missing' | 'incomplete' | null;
};

/** The last entry, which lists the contents; if all lengths are known in advance, its own must be too. */
export type ZipManifest = { name: string; time: Date; bytes: number; write(entries: readonly ZippedEntry[]): Buffer };

type Archive = { entries: readonly ZipEntry[]; manifest: ZipManifest };

/** A source that stops is opened again where it stopped. */
const attempts = 3;
const zeros = Buffer.alloc(64 * 1024);

type Progress = { sent: number; hash: Hash; current: Readable | null; isOver: boolean };

/** The bytes of one opening; returns true if that was the end of the source. */
async function* readOnce({ bytes, open }: ZipEntry, progress: Progress): AsyncGenerator<Buffer, boolean> {
  const source = await open(progress.sent);
  progress.current = source;
  try {
    if (progress.isOver) return false;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      const part = bytes === null ? chunk : chunk.subarray(0, bytes - progress.sent);
      progress.sent += part.length;
      progress.hash.update(part);
      if (part.length > 0) yield part;
      if (progress.sent === bytes) return true;
    }
    return bytes === null;
  } finally {
    source.destroy();
    progress.current = null;
  }
}

/** The source's own bytes, as far as it delivers them; opened again where it breaks off, unless its length is unknown. */
async function* sourceBytes(entry: ZipEntry, progress: Progress): AsyncGenerator<Buffer, boolean> {
  for (let attempt = 0; attempt < attempts && !progress.isOver; attempt++) {
    try {
      if (yield* readOnce(entry, progress)) return true;
    } catch {
      // Retried, then named in the manifest.
    }
    if (entry.bytes === null && progress.sent > 0) return false;
  }
  return false;
}

async function* filling(missing: number): AsyncGenerator<Buffer> {
  for (let left = missing; left > 0; left -= zeros.length) yield zeros.subarray(0, Math.min(left, zeros.length));
}

/** Exactly as many bytes as announced, whatever the source does: a truncated archive could not be opened at all. */
async function* entryBytes(
  entry: ZipEntry,
  progress: Progress,
  done: (one: ZippedEntry) => void,
): AsyncGenerator<Buffer> {
  const isWhole = yield* sourceBytes(entry, progress);
  const { sent, hash } = progress;
  if (!isWhole && entry.bytes !== null) yield* filling(entry.bytes - sent);
  if (isWhole) done({ entry, bytes: sent, sha256: hash.digest('hex'), problem: null });
  else done({ entry, bytes: entry.bytes ?? sent, sha256: null, problem: sent === 0 ? 'missing' : 'incomplete' });
}

type Running = { zipped: ZippedEntry[]; progress: Progress | null; stream: Readable | null; isOver: boolean };

function readEntry(entry: ZipEntry, running: Running): Readable {
  const progress: Progress = { sent: 0, hash: createHash('sha256'), current: null, isOver: running.isOver };
  running.progress = progress;
  running.stream = Readable.from(
    entryBytes(entry, progress, (one) => running.zipped.push(one)),
    { objectMode: false },
  );
  return running.stream;
}

const stored = (time: Date) => ({ mtime: time, compress: false, mode: 0o100644 });

/** All lengths are known: the archive's own length is known before the first byte. */
function addAll(zip: ZipFile, { entries, manifest }: Archive, running: Running): Promise<number> {
  for (const entry of entries) {
    const options = { ...stored(entry.time), size: entry.bytes as number };
    zip.addReadStreamLazy(entry.name, options, (give) => give(null, readEntry(entry, running)));
  }
  zip.addReadStreamLazy(manifest.name, { ...stored(manifest.time), size: manifest.bytes }, (give) =>
    give(null, Readable.from([manifest.write(running.zipped)], { objectMode: false })),
  );
  return new Promise((resolve) => zip.end(undefined, resolve as () => void));
}

function ended(stream: Readable): Promise<void> {
  return new Promise((done, failed) =>
    finished(stream, { writable: false }, (error) => (error ? failed(error) : done())),
  );
}

/** One after the other; an entry without a single byte is left out. */
async function addInTurn(zip: ZipFile, { entries, manifest }: Archive, running: Running): Promise<void> {
  for (const entry of entries) {
    if (running.isOver) return;
    const source = await entry.open(0).catch(() => null);
    if (source === null) {
      running.zipped.push({ entry, bytes: 0, sha256: null, problem: 'missing' });
      continue;
    }
    let isFirst = true;
    const open = (from: number) => {
      if (!isFirst) return entry.open(from);
      isFirst = false;
      return Promise.resolve(source);
    };
    const stream = readEntry({ ...entry, bytes: null, open }, running);
    zip.addReadStream(stream, entry.name, stored(entry.time));
    await ended(stream);
  }
  zip.addBuffer(manifest.write(running.zipped), manifest.name, stored(manifest.time));
  zip.end();
}

/** `bytes` is null if not known in advance. Destroying the stream stops reading. */
export async function createZip(archive: Archive): Promise<{ body: Readable; bytes: number | null }> {
  const running: Running = { zipped: [], progress: null, stream: null, isOver: false };
  const zip = new ZipFile();
  const body = new PassThrough();
  zip.on('error', (error: Error) => body.destroy(error));
  zip.outputStream.pipe(body);
  body.once('close', () => {
    running.isOver = true;
    if (running.progress) running.progress.isOver = true;
    running.progress?.current?.destroy();
    running.stream?.destroy();
    (zip.outputStream as PassThrough).destroy();
  });
  if (archive.entries.every(({ bytes }) => bytes !== null)) return { body, bytes: await addAll(zip, archive, running) };
  void addInTurn(zip, archive, running).catch((error: Error) => body.destroy(error));
  return { body, bytes: null };
}

/** The part of a stream from its first to its last byte, both included; what comes before is read and discarded. */
export async function* partOf(
  body: Readable,
  { first, last }: { first: number; last: number },
): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const part = chunk.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at > last) return;
  }
}

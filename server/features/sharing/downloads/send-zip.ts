// Sends a ZIP: named, streamed as it is made, by Range if its bytes are known, and through its own queue (behaviour §17.1).

import { finished, Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { DownloadSize } from '#contract/sharing/endpoints.ts';
import { contentDisposition } from '#server/http/calls/content-disposition.ts';
import { csvCell, csvStart } from '#server/lib/csv.ts';
import { createFairQueue } from '#server/lib/fair-queue.ts';
import { Problem, tooMany } from '#server/lib/problem.ts';
import { createZip, partOf, type ZipManifest, type ZippedEntry } from '#server/lib/zip-archive.ts';
import { parseRange, toContentRange } from '#server/media/formats/range.ts';
import type { PictureEntry } from './entries.ts';

// The manifest of a ZIP of pictures: name, time, size and SHA-256 of each, as a table that spreadsheets open.

/** Lines are padded, so that the length of the whole can be said before the sums are known. */
const shaLength = 64;
const notes = {
  missing: 'missing: the source did not provide it',
  incomplete: 'incomplete: the source stopped sending',
};
const noteLength = Math.max(...Object.values(notes).map((note) => note.length));

type Line = { name: string; taken: string | null; bytes: number; sha256: string; note: string };

function lineOf({ name, taken, bytes, sha256, note }: Line): string {
  const fixed = [sha256.padEnd(shaLength), note.padEnd(noteLength)];
  return `${[csvCell(name), csvCell(taken?.replace('T', ' ') ?? ''), bytes, ...fixed].join(',')}\r\n`;
}

const head = `${csvStart}File,Taken,Bytes,SHA-256,Note\r\n`;

type Named = { name: string; taken: string | null; bytes: number | null };

function pictureManifest({ name, time }: { name: string; time: Date }, pictures: readonly Named[]): ZipManifest {
  const taken = new Map(pictures.map((one) => [one.name, one.taken]));
  const line = ({ entry, bytes, sha256, problem }: ZippedEntry) =>
    lineOf({
      name: entry.name,
      taken: taken.get(entry.name) ?? null,
      bytes,
      sha256: sha256 ?? '',
      note: problem ? notes[problem] : '',
    });
  const empty = pictures.map((one) => lineOf({ ...one, bytes: one.bytes ?? 0, sha256: '', note: '' }));
  return {
    name,
    time,
    bytes: Buffer.byteLength(head + empty.join('')),
    write: (zipped) => Buffer.from(head + zipped.map(line).join('')),
  };
}

/** `etag`: of the very bytes; null where nobody knows how many there will be. */
export type ZipContent = { title: string; entries: PictureEntry[]; captureDate: string; etag: string | null };

/** In the manifest names stand without the folder that all of them lie in. */
function withFolder(manifest: ReturnType<typeof pictureManifest>, title: string): typeof manifest {
  const bare = (name: string) => name.slice(title.length + 1);
  return {
    ...manifest,
    write: (zipped) =>
      manifest.write(zipped.map((one) => ({ ...one, entry: { ...one.entry, name: bare(one.entry.name) } }))),
  };
}

function zipOf({ title, entries, captureDate }: ZipContent) {
  const manifest = pictureManifest({ name: 'manifest.csv', time: new Date(`${captureDate}T12:00:00Z`) }, entries);
  const inFolder = <T extends { name: string }>(one: T): T => ({ ...one, name: `${title}/${one.name}` });
  return createZip({ entries: entries.map(inFolder), manifest: inFolder(withFolder(manifest, title)) });
}

function partFor(request: FastifyRequest, etag: string | null, bytes: number | null) {
  const { range, 'if-range': condition } = request.headers;
  if (etag === null || bytes === null || (condition !== undefined && condition !== etag)) return null;
  const part = parseRange(range, bytes);
  if (part !== 'unsatisfiable') return part;
  const message = `This range is outside the archive, which has ${bytes} bytes`;
  throw new Problem({ status: 416, code: 'range', message, headers: { 'content-range': `bytes */${bytes}` } });
}

function setHeaders(reply: FastifyReply, { title, etag }: ZipContent, size: DownloadSize): void {
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': contentDisposition(
      `${title} - ${size === 'full' ? 'pictures' : 'small pictures'}.zip`,
      'attachment',
    ),
    'accept-ranges': etag === null ? 'none' : 'bytes',
    'cache-control': 'no-store',
    ...(etag === null ? {} : { etag }),
  });
}

type Asked = { request: FastifyRequest; reply: FastifyReply; size: DownloadSize; log: FastifyBaseLogger };

/** Its bytes as they are made; null where nobody takes them. `record` is called once of each that is begun. */
export async function openZip(
  { request, reply, size, log }: Asked,
  content: ZipContent,
  record: () => Promise<void>,
): Promise<Readable | null> {
  const { body, bytes } = await zipOf(content);
  body.on('error', (error) => log.warn({ reason: error.message }, 'a ZIP broke off'));
  // The reader may leave before the first byte of it was read.
  reply.raw.once('close', () => body.destroy());
  try {
    const part = partFor(request, content.etag, bytes);
    setHeaders(reply, content, size);
    if (bytes !== null) reply.header('content-length', part ? part.last - part.first + 1 : bytes);
    if (part && bytes !== null) reply.code(206).header('content-range', toContentRange(part, bytes));
    if (request.method === 'HEAD' || reply.raw.destroyed) {
      body.destroy();
      return null;
    }
    // The rest of one that broke off is not another one.
    if (!part || part.first === 0) await record();
    return part ? Readable.from(partOf(body, part), { objectMode: false }) : body;
  } catch (error) {
    body.destroy();
    throw error;
  }
}

/** A reader who takes nothing for this time has gone. */
const idleMilliseconds = 120_000;
const maxWaitingEach = 4;

const busy = () => tooMany('Several of your downloads are already waiting: wait for one of them to finish', 60);
const through = (reply: FastifyReply) => new Promise<void>((done) => finished(reply.raw, () => done()));

/** `watch` calls `end` when it is its reader's no more, and answers how to stop watching. */
type Opened = { body: Readable | null; watch(end: () => void): () => void };

/** So many ZIPs are made at a time, and one for each reader: their next waits until it is through. */
export function createZipLine({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
  const queue = createFairQueue({ concurrency, concurrencyEach: 1, maxWaiting, maxWaitingEach, full: busy });
  return {
    /** `open` is called when its turn comes: what was its reader's when they asked may not be theirs any more. */
    send(reader: string, reply: FastifyReply, open: () => Promise<Opened>): Promise<FastifyReply> {
      return new Promise<FastifyReply>((answered, refused) => {
        void queue
          .run([reader], async () => {
            if (reply.raw.destroyed) return;
            reply.raw.setTimeout(idleMilliseconds, () => reply.raw.destroy());
            const { body, watch } = await open();
            const forget = watch(() => reply.raw.destroy());
            const taken = through(reply).finally(forget);
            answered(reply.send(body ?? ''));
            await taken;
          })
          .then(() => answered(reply), refused);
      });
    },
  };
}

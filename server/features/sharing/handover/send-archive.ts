// Sends an archive, whole or from any byte on: what is sent is read while it is sent, and nothing of it is kept.
import { addAbortSignal, Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { contentDisposition } from '#server/http/calls/content-disposition.ts';
import { Problem } from '#server/lib/problem.ts';
import { ChangedEntry, layoutZip, type OpenEntry, zipBytes } from '#server/lib/stored-zip.ts';
import { parseRange, toContentRange } from '#server/media/formats/range.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { createFileOpener } from './open-file.ts';
import { readSource, readStored } from './read-stored.ts';
import type { Handover } from './rows.ts';
import { goneOrChanged, type VisitReader } from './visit-files.ts';

type Sending = { reader: VisitReader; handover: Handover; person: number; log: FastifyBaseLogger };
/** `left`: nobody takes its bytes any more. */
type Sent = Sending & { left: AbortSignal };

/** Bytes that are read while the reader takes those before: a source on another host answers in bursts. */
const readAhead = 1024 * 1024;
/** A source that stops is opened again where it stopped. */
const attempts = 3;
/** Lists of folders may be as old as that: what another server planned of a new file is found after it. */
const listedMilliseconds = 2_500;

/** What comes of a file, opened again where its source breaks off; a source that hangs is let go of when nobody waits for it. */
export async function* fileBytes(
  open: (from: number) => Promise<{ body: Readable }>,
  { from, left }: { from: number; left: AbortSignal },
): AsyncGenerator<Buffer> {
  let at = from;
  for (let attempt = 1; ; attempt++) {
    try {
      const { body } = await open(at);
      addAbortSignal(left, body);
      for await (const chunk of body as AsyncIterable<Buffer>) {
        at += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      const isGone = error instanceof MediaError && error.code === 'not_found';
      if (left.aborted || attempt === attempts || (isGone && attempt > 1)) throw error;
      if (isGone) await wait(listedMilliseconds);
    }
  }
}

function openerOf({ reader, handover, person, left }: Sent, numbers: readonly number[]): OpenEntry {
  const open = createFileOpener(reader, person);
  return async (at, from) => {
    const source = await readSource(reader.db, handover.id, numbers[at] ?? -1);
    if (source === null) throw goneOrChanged;
    if ('planned' in source) return fileBytes((byte) => open(source.planned, byte), { from, left });
    return Readable.from([source.content.subarray(from)], { objectMode: false });
  };
}

/** A file that is no longer what was planned is read again, and named, when the archive is made ready the next time. */
async function forgetSums({ reader, handover }: Sending, nth: number | undefined): Promise<void> {
  await sql`with changed as (update handover_entries set bytes = null, crc = null, sha256 = null
      where handover_id = ${handover.id} and nth = ${nth ?? -1} and file is not null)
    update handovers set shown = '["changed"]' where id = ${handover.id} and key = ${handover.key}`.execute(reader.db);
}

/** The archive from its first to its last byte; a source that fails or changed ends it, so that nobody takes it for whole. */
async function* archiveBytes(sending: Sent, part: { first: number; last: number }): AsyncGenerator<Buffer> {
  const { reader, handover, log, left } = sending;
  const { entries, numbers } = await readStored(reader.db, handover);
  let last = -1;
  const open = openerOf(sending, numbers);
  const noting: OpenEntry = (at, from) => {
    last = at;
    return open(at, from);
  };
  try {
    yield* zipBytes(layoutZip(entries), part, noting);
  } catch (error) {
    if (left.aborted) throw error;
    const isChanged = error instanceof ChangedEntry || (error instanceof MediaError && error.code === 'not_found');
    if (isChanged) await forgetSums(sending, numbers[last]);
    log.warn(
      { reason: error instanceof Error ? error.message : String(error), handover: handover.id },
      'an archive broke off',
    );
    throw error;
  }
}

function partFor({ headers: { range, 'if-range': condition } }: FastifyRequest, etag: string, bytes: number) {
  if (condition !== undefined && condition !== etag) return null;
  const part = parseRange(range, bytes);
  if (part !== 'unsatisfiable') return part;
  const message = `This range is outside the archive, which has ${bytes} bytes`;
  throw new Problem({ status: 416, code: 'range', message, headers: { 'content-range': `bytes */${bytes}` } });
}

/** Its headers, and its bytes; null where nobody takes them. `record` is called once of each that is begun. */
export async function openArchive(
  sending: Sending,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  record: () => Promise<void>,
): Promise<Readable | null> {
  const { key, title, bytes } = sending.handover;
  const length = Number(bytes);
  const etag = `"${key}"`;
  const part = partFor(request, etag, length);
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': contentDisposition(`${title}.zip`, 'attachment'),
    'content-length': part ? part.last - part.first + 1 : length,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    etag,
  });
  if (part) reply.code(206).header('content-range', toContentRange(part, length));
  if (request.method === 'HEAD' || reply.raw.destroyed) return null;
  // The rest of one that broke off is not another one.
  if (!part || part.first === 0) await record();
  const leaving = new AbortController();
  const sent = archiveBytes({ ...sending, left: leaving.signal }, part ?? { first: 0, last: length - 1 });
  const body = Readable.from(sent, { objectMode: false, highWaterMark: readAhead });
  reply.raw.once('close', () => {
    leaving.abort();
    body.destroy();
  });
  return body;
}

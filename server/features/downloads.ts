// Downloads: the pictures of a session as one ZIP that is made while it is taken (behaviour §17.1).
import { finished, Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { api } from '#contract/api.ts';
import type { DownloadSize } from '#contract/downloads.ts';
import type { Session } from '#contract/sessions.ts';
import { recordAct } from '#server/features/audit-log.ts';
import { contentDisposition } from '#server/http/content-disposition.ts';
import type { Handlers, RequestContext } from '#server/http/register-routes.ts';
import { createFairQueue } from '#server/lib/fair-queue.ts';
import { safeFileName } from '#server/lib/file-names.ts';
import { conflict, notFound, Problem, tooMany, unavailable } from '#server/lib/problem.ts';
import { createZip, partOf } from '#server/lib/zip-archive.ts';
import { parseRange, toContentRange } from '#server/media/range.ts';
import type { MediaSource } from '#server/media/source.ts';
import type { Thumbnails } from '#server/media/thumbnails.ts';
import { guessBytes, type PictureEntry, pictureEntries, zipEtag } from './downloads/entries.ts';
import { pictureManifest } from './downloads/manifest.ts';
import { listTakenPictures, type TakenPicture } from './downloads/pictures.ts';
import { type Taken, watchTaken } from './downloads/still-allowed.ts';
import { imageUrlOf } from './media/items.ts';
import { mediaErrorMessage } from './media/media-errors.ts';
import type { LinkDependencies } from './media/session-link.ts';
import { loadSession } from './sessions/session-row.ts';

type Dependencies = Pick<LinkDependencies, 'hosts'> & {
  source: MediaSource;
  thumbnails: Thumbnails;
  log: FastifyBaseLogger;
};

/** Nothing tells us when files come and go. */
const listingMilliseconds = 1_000;
/** A reader who takes nothing for this time has gone. */
const idleMilliseconds = 120_000;
/** So many ZIPs are made at a time, and one for each person: their next waits until it is through. */
const concurrency = 4;
const maxWaiting = 40;
const maxWaitingEach = 4;

const busy = () => tooMany('Several of your downloads are waiting already: let one of them end first', 60);

/** What a ZIP is saved as; no folder takes a line break or a slash. */
function titleOf({ project, site, captureDate }: Session): string {
  return safeFileName([project.name, site?.name, captureDate].filter(Boolean).join(' - '));
}

type ZipContext = RequestContext<typeof api.downloads.picturesZip>;

async function load(deps: Dependencies, { actor, db, params }: Pick<ZipContext, 'actor' | 'db' | 'params'>) {
  const session = await loadSession(db, actor, params.id);
  if (!session) throw notFound('Session');
  return { session, ...(await listTakenPictures({ ...deps, db, actor }, params.id)) };
}

function choose(pictures: TakenPicture[], keys: readonly string[] | undefined): TakenPicture[] {
  if (!keys) return pictures;
  const wanted = new Set(keys);
  const chosen = pictures.filter(({ key }) => wanted.has(key));
  if (chosen.length < wanted.size)
    throw conflict('Some of the chosen pictures are not there any more: open the page anew and choose again');
  return chosen;
}

type Prepared = {
  projectId: number;
  title: string;
  entries: PictureEntry[];
  captureDate: string;
  etag: string | null;
  taken: Taken;
};

async function prepare(deps: Dependencies, ctx: ZipContext): Promise<Prepared> {
  const { query, actor, params } = ctx;
  const { session, originals, error, released, recordId, ...found } = await load(deps, ctx);
  const pictures = choose(found.pictures, query.pictures);
  if (pictures.length === 0)
    throw error ? unavailable('The pictures cannot be read at the moment') : notFound('Picture');
  const { captureDate } = session;
  const { thumbnails } = deps;
  const entries = pictureEntries(pictures, { thumbnails, person: actor.id, captureDate, size: query.size, originals });
  const title = titleOf(session);
  const isKnown = entries.every(({ bytes }) => bytes !== null);
  return {
    projectId: session.projectId,
    title,
    entries,
    captureDate,
    etag: isKnown ? zipEtag(pictures, entries, title) : null,
    taken: { id: params.id, pictures, originals, released, recordId },
  };
}

function zipOf({ title, entries, captureDate }: Prepared) {
  const manifest = pictureManifest({ name: 'manifest.csv', time: new Date(`${captureDate}T12:00:00Z`) }, entries);
  const inFolder = <T extends { name: string }>(one: T): T => ({ ...one, name: `${title}/${one.name}` });
  return createZip({ entries: entries.map(inFolder), manifest: inFolder(withFolder(manifest, title)) });
}

/** In the manifest names stand without the folder that all of them lie in. */
function withFolder(manifest: ReturnType<typeof pictureManifest>, title: string): typeof manifest {
  const bare = (name: string) => name.slice(title.length + 1);
  return {
    ...manifest,
    write: (zipped) =>
      manifest.write(zipped.map((one) => ({ ...one, entry: { ...one.entry, name: bare(one.entry.name) } }))),
  };
}

function partFor({ request }: ZipContext, etag: string | null, bytes: number | null) {
  const { range, 'if-range': condition } = request.headers;
  if (etag === null || bytes === null || (condition !== undefined && condition !== etag)) return null;
  const part = parseRange(range, bytes);
  if (part !== 'unsatisfiable') return part;
  const message = `This part lies outside the archive, which has ${bytes} bytes`;
  throw new Problem({ status: 416, code: 'range', message, headers: { 'content-range': `bytes */${bytes}` } });
}

function setHeaders({ reply, query }: ZipContext, { title, etag }: Prepared): void {
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': contentDisposition(
      `${title} - ${query.size === 'full' ? 'pictures' : 'small pictures'}.zip`,
      'attachment',
    ),
    'accept-ranges': etag === null ? 'none' : 'bytes',
    'cache-control': 'no-store',
    ...(etag === null ? {} : { etag }),
  });
}

async function record(
  { actor, params: { id }, query, write }: ZipContext,
  { entries, projectId }: Prepared,
): Promise<void> {
  const subject = { kind: 'session', id, name: `Session #${id}` } as const;
  const after = { pictures: entries.length, size: query.size };
  await write((context) => recordAct(context, { by: actor.id, act: 'picturesTaken', subject, projectId, after }));
}

/** Sent as it is made; resolves when the last byte was taken, or nobody takes any more. */
async function send(ctx: ZipContext, prepared: Prepared, log: FastifyBaseLogger): Promise<Readable | null> {
  const { request, reply } = ctx;
  const { body, bytes } = await zipOf(prepared);
  body.on('error', (error) => log.warn({ reason: error.message }, 'a ZIP broke off'));
  // The reader may leave before the first byte of it was read.
  reply.raw.once('close', () => body.destroy());
  try {
    const part = partFor(ctx, prepared.etag, bytes);
    setHeaders(ctx, prepared);
    if (bytes !== null) reply.header('content-length', part ? part.last - part.first + 1 : bytes);
    if (part && bytes !== null) reply.code(206).header('content-range', toContentRange(part, bytes));
    if (request.method === 'HEAD' || reply.raw.destroyed) {
      body.destroy();
      return null;
    }
    // The rest of one that broke off is not another one.
    if (!part || part.first === 0) await record(ctx, prepared);
    return part ? Readable.from(partOf(body, part), { objectMode: false }) : body;
  } catch (error) {
    body.destroy();
    throw error;
  }
}

const through = (reply: FastifyReply) => new Promise<void>((done) => finished(reply.raw, () => done()));

/** The calls of the contract. */
export function downloads(deps: Dependencies): Handlers<typeof api.downloads> {
  const queue = createFairQueue({ concurrency, concurrencyEach: 1, maxWaiting, maxWaitingEach, full: busy });

  return {
    async pictureDownload({ actor, db, params, cacheFor }) {
      cacheFor(listingMilliseconds);
      const { pictures, originals, released, error } = await load(deps, { actor, db, params });
      const sizeOf = (file: TakenPicture['file'], size: DownloadSize) =>
        originals && size === 'full' && file.bytes !== null ? file.bytes : guessBytes(file, size);
      return {
        pictures: pictures.map(({ key, kind, file }) => ({
          key,
          name: file.name,
          thumbnailUrl: imageUrlOf(file, { id: params.id, kind }, 's220'),
          bytes: { full: sizeOf(file, 'full'), s1600: sizeOf(file, 's1600') },
        })),
        originals,
        released,
        resumable: originals && pictures.every(({ file }) => file.bytes !== null),
        problem: error && mediaErrorMessage(error, { canRepair: originals, seesSettings: false }),
      };
    },

    async picturesZip(ctx) {
      const { reply, actor, db } = ctx;
      return new Promise<FastifyReply>((answered, refused) => {
        void queue
          .run([String(actor.id)], async () => {
            if (reply.raw.destroyed) return;
            reply.raw.setTimeout(idleMilliseconds, () => reply.raw.destroy());
            // When its turn comes: what was theirs when they asked may not be theirs any more.
            const prepared = await prepare(deps, ctx);
            const body = await send(ctx, prepared, deps.log);
            const forget = watchTaken({ ...deps, db, actor }, prepared.taken, () => reply.raw.destroy());
            const taken = through(reply).finally(forget);
            answered(reply.send(body ?? ''));
            await taken;
          })
          .then(() => answered(reply), refused);
      });
    },
  };
}

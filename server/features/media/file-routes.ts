// Files: a file's own bytes, whole or by Range, for players, map viewers and downloads.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { api } from '#contract/api.ts';
import type { Actor } from '#contract/policy.ts';
import { contentDisposition } from '#server/http/calls/content-disposition.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import { notFound, Problem } from '#server/lib/problem.ts';
import { otherType, typeOfName } from '#server/media/formats/media-types.ts';
import { type FileBytes, parseRange, toRange } from '#server/media/formats/range.ts';
import { isTransient } from '#server/media/source-errors.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import type { LightPart } from '#server/media/videos/light-videos.ts';
import { cacheControl } from './cache-control.ts';
import type { MediaDependencies } from './image-routes.ts';
import { isDownloadable, isNamed } from './items.ts';
import { mediaProblem } from './media-errors.ts';
import { listVisibleFiles, loadSessionLink, type SessionLink } from './session-link.ts';

/** A reader who takes nothing for this time has gone, or paused and will request the rest. */
const idleMilliseconds = 120_000;

/** What is sent of a file: its own bytes under its name. */
type SentFile = Pick<SourceFile, 'id' | 'version' | 'name' | 'bytes' | 'open'>;

/** The id itself is not used: it contains the crew's folder names. */
function etagOf(file: SentFile): string {
  return `"${createHash('sha256').update(`${file.id} ${file.version}`).digest('base64url').slice(0, 32)}"`;
}

/** The Range header to follow: none where the reader has another version of the file (If-Range). */
function rangeOf(request: FastifyRequest, etag: string): string | null {
  const { range, 'if-range': condition } = request.headers;
  return range !== undefined && (condition === undefined || condition === etag) ? range : null;
}

function rangeNotSatisfiable(bytes: number): Problem {
  const message = `This part lies outside the file, which has ${bytes} bytes`;
  return new Problem({ status: 416, code: 'range', message, headers: { 'content-range': `bytes */${bytes}` } });
}

/** One part with both its ends, or as it came where the source does not say how large the file is. */
function sourceRange(range: string | null, bytes: number | null): string | null {
  if (bytes === null) return range;
  const part = parseRange(range, bytes);
  if (part === 'unsatisfiable') throw rangeNotSatisfiable(bytes);
  return part && toRange(part);
}

/** A plain link, which everybody who sees the file reads and can open. */
const isPlainLink = ({ id }: SourceFile) => id.startsWith('web:');

/**
 * A video's position, a map's makers and a document's authors stay with those who may have originals (behaviour §3.4, §6.14). If the host
 * of a plain link does not support Range, the file passes unchanged to those who can read its link anyway.
 */
export async function shareable(
  { fileCleaner }: Pick<MediaDependencies, 'fileCleaner'>,
  file: SourceFile,
  { originals }: Pick<SessionLink, 'originals'>,
): Promise<SourceFile> {
  const isCleaned = file.kind === 'video' || file.kind === 'geotiff' || file.isHarmless === true;
  if (!isCleaned || originals) return file;
  return fileCleaner.clean(file).catch((error: unknown) => {
    if (isPlainLink(file) && isTransient(error)) return file;
    throw error;
  });
}

type FileContext = RequestContext<typeof api.media.sessionFile>;

async function find(deps: MediaDependencies, { actor, db, params, query }: FileContext): Promise<SourceFile> {
  const linked = await loadSessionLink({ ...deps, db }, actor, params);
  const files = await listVisibleFiles(deps.source, linked);
  const file = files?.find(isNamed(params.item));
  if (!file || !isDownloadable(file, linked)) throw notFound('File');
  if (query.light !== undefined) return partOf(deps, file, 'light');
  if (query.poster !== undefined) return partOf(deps, file, 'poster');
  return shareable(deps, query.pyramid === undefined ? file : await pyramidOf(deps, file), linked);
}

type FileRequest = Pick<FileContext, 'request' | 'reply' | 'query'> & { actor: Actor };

function setHeaders(file: SentFile, { actor, query, reply }: FileRequest): void {
  // By its name alone: a file that claims to be a page must not become one of ours.
  const type = typeOfName(file.name);
  const isShown = type !== otherType && query.download === undefined;
  reply.headers({
    'content-type': type,
    'content-disposition': contentDisposition(file.name, isShown ? 'inline' : 'attachment'),
    'accept-ranges': 'bytes',
    etag: etagOf(file),
    vary: 'Cookie',
    'cache-control': cacheControl(actor, query.v === file.version ? 'for good' : 'ask each time'),
    'content-security-policy': "sandbox; default-src 'none'",
  });
}

function sendBytes(reply: FastifyReply, { status, bytes, range, body }: FileBytes): FastifyReply {
  // The reader left while the file was being opened.
  if (reply.raw.destroyed) {
    body.destroy();
    return reply;
  }
  reply.raw.setTimeout(idleMilliseconds, () => reply.raw.destroy());
  if (bytes !== null) reply.header('content-length', bytes);
  if (range !== null) reply.header('content-range', range);
  return reply.code(status).send(body);
}

/** The pyramid of a file in its place: other bytes, hence another version; 404 while there is none. */
async function pyramidOf({ maps }: MediaDependencies, file: SourceFile): Promise<SourceFile> {
  const pyramid = await maps.pyramidFor(file);
  if (pyramid === null) throw notFound('File');
  // It lies where the map does, also where a file beside that one says so.
  const { path: _, ...original } = file;
  return { ...original, id: `${file.id} pyramid`, isPlaced: true, ...pyramid };
}

/** What was made of a video, which says nothing of places and people; 404 while there is none. */
async function partOf({ light }: MediaDependencies, file: SourceFile, part: LightPart): Promise<SourceFile> {
  const made = await light.inPlaceOf(file, part);
  if (made === null) throw notFound('File');
  return made;
}

/** Whole or the part that is asked for. */
export async function sendFile(file: SentFile, to: FileRequest): Promise<FastifyReply> {
  const { request, reply } = to;
  const etag = etagOf(file);
  const range = sourceRange(rangeOf(request, etag), file.bytes);
  const isUnchanged = request.headers['if-none-match'] === etag;
  // Opened before a header is set: a browser must not cache an error under the file's own validators.
  const bytes = isUnchanged || request.method === 'HEAD' ? null : await file.open(range);
  setHeaders(file, to);
  if (isUnchanged) return reply.code(304).send();
  if (bytes) return sendBytes(reply, bytes);
  if (file.bytes !== null) reply.header('content-length', file.bytes);
  return reply.send('');
}

async function send(deps: MediaDependencies, ctx: FileContext): Promise<FastifyReply> {
  return sendFile(await find(deps, ctx), ctx);
}

/** The handler of `GET` and `HEAD /api/sessions/:id/media/:kind/:item/file`; with `?download` under the file's name. */
export function fileHandler(deps: MediaDependencies): Handlers<typeof api.media>['sessionFile'] {
  return (ctx) =>
    send(deps, ctx).catch((error: unknown) => {
      throw mediaProblem(error, 'File');
    });
}

// The file route: a file's own bytes, whole or by Range, for players, map readers and downloads.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { idText } from '#contract/schemas/fields.ts';
import { MediaKindParam } from '#contract/schemas/media.ts';
import { parseInput } from '#server/http/register-routes.ts';
import { notFound, Problem } from '#server/lib/problem.ts';
import { typeOfName } from '#server/media/media-types.ts';
import { parseRange, toRange } from '#server/media/range.ts';
import type { FileBytes, SourceFile } from '#server/media/source.ts';
import { type MediaDependencies, requireLogin } from './image-routes.ts';
import { isDownloadable } from './items.ts';
import { mediaProblem } from './media-errors.ts';
import { listVisibleFiles, loadSessionLink } from './session-link.ts';

const FilePath = z.object({
  id: idText('The id in the address must be a whole number'),
  kind: MediaKindParam,
  item: z.string(),
});
type FilePath = z.infer<typeof FilePath>;

/** A reader who takes nothing for so long has gone, or paused and will ask for the rest. */
const stillMilliseconds = 120_000;

/** The plain form is for old programs; everybody else reads the second. */
function disposition(name: string, how: 'inline' | 'attachment'): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name.replace(/\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`;
}

function tagOf(file: SourceFile): string {
  return `"${Buffer.from(`${file.id} ${file.version}`).toString('base64url').slice(-64)}"`;
}

/** The Range to go by: none where the reader has another version of the file (If-Range). */
function rangeOf(request: FastifyRequest, tag: string): string | null {
  const { range, 'if-range': condition } = request.headers;
  return range !== undefined && (condition === undefined || condition === tag) ? range : null;
}

function beyond(bytes: number): Problem {
  const message = `This part lies outside the file, which has ${bytes} bytes`;
  return new Problem({ status: 416, code: 'range', message, headers: { 'content-range': `bytes */${bytes}` } });
}

/** As one part with both its ends, or as it came where the source did not say how large the file is. */
function sourceRange(range: string | null, bytes: number | null): string | null {
  if (bytes === null) return range;
  const part = parseRange(range, bytes);
  if (part === 'beyond') throw beyond(bytes);
  return part && toRange(part);
}

async function find(
  house: MediaDependencies,
  request: FastifyRequest,
  { id, kind, item }: FilePath,
): Promise<SourceFile> {
  const linked = await loadSessionLink(house, await requireLogin(house, request), { id, kind });
  const files = await listVisibleFiles(house.source, linked);
  const file = files?.find((one) => one.id === item);
  if (!file || !isDownloadable(file, linked)) throw notFound('File');
  return file;
}

function describe(file: SourceFile, { request, reply }: { request: FastifyRequest; reply: FastifyReply }): void {
  const { v: version, download } = request.query as { v?: string; download?: string };
  reply.headers({
    // By its name alone: a file that claims to be a page must not become one of ours.
    'content-type': typeOfName(file.name),
    'content-disposition': disposition(file.name, download === undefined ? 'inline' : 'attachment'),
    'accept-ranges': 'bytes',
    etag: tagOf(file),
    vary: 'Cookie',
    'cache-control': version === file.version ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'content-security-policy': "sandbox; default-src 'none'",
  });
}

function sendBytes(reply: FastifyReply, { status, bytes, range, body }: FileBytes): FastifyReply {
  // Whoever left while the file was being opened leaves nothing open behind.
  if (reply.raw.destroyed) {
    body.destroy();
    return reply;
  }
  reply.raw.setTimeout(stillMilliseconds, () => reply.raw.destroy());
  if (bytes !== null) reply.header('content-length', bytes);
  if (range !== null) reply.header('content-range', range);
  return reply.code(status).send(body);
}

async function send(house: MediaDependencies, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const file = await find(house, request, parseInput(FilePath, request.params));
  const tag = tagOf(file);
  const range = sourceRange(rangeOf(request, tag), file.bytes);
  const isKnown = request.headers['if-none-match'] === tag;
  // Opened before a header is set: what fails must not be kept by a browser under the file's own validators.
  const bytes = isKnown || request.method === 'HEAD' ? null : await file.open(range);
  describe(file, { request, reply });
  if (isKnown) return reply.code(304).send();
  if (bytes) return sendBytes(reply, bytes);
  if (file.bytes !== null) reply.header('content-length', file.bytes);
  return reply.send('');
}

/** `GET` and `HEAD /api/sessions/:id/media/:kind/:item/file`; with `?download` under the file's name. */
export function registerFileRoutes(app: FastifyInstance, house: MediaDependencies): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/sessions/:id/media/:kind/:item/file',
    handler: (request, reply) =>
      send(house, request, reply).catch((error: unknown) => {
        throw mediaProblem(error, 'File');
      }),
  });
}

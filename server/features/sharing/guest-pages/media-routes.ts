// Pictures and videos of shared pages: every request checks whether the link still shows them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { idText } from '#contract/core/fields.ts';
import type { PictureSize } from '#contract/media/endpoints.ts';
import { MediaKindParam } from '#contract/media/media-kind.ts';
import { ImageSizeParam } from '#contract/media/routes.ts';
import type { Guest } from '#contract/policy.ts';
import { sendFile } from '#server/features/media/file-routes.ts';
import type { ImageListCache } from '#server/features/media/image-routes.ts';
import { firstPicture } from '#server/features/media/image-routes.ts';
import type { LightReader } from '#server/features/media/light-videos.ts';
import { mediaProblem } from '#server/features/media/media-errors.ts';
import { listFilesForReply, loadSessionLink } from '#server/features/media/session-link.ts';
import { parseInput } from '#server/http/calls/parse-input.ts';
import { notFound } from '#server/lib/problem.ts';
import type { FileCleaner } from '#server/media/blanks/file-cleaner.ts';
import { formatFor, type Thumbnails } from '#server/media/images/thumbnails.ts';
import {
  type DrawnMap,
  type MapDrawing,
  type MapPicture,
  mapTile,
  openMap,
  tileOfMap,
  wholeMap,
} from '#server/media/maps/map-pictures.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import type { LightPart } from '#server/media/videos/light-videos.ts';
import { coverItem, guestOf, type OpenLink, type PictureOf } from './link.ts';
import { sphereOf } from './tab-content.ts';
import type { MediaReader } from './visits.ts';
import type { GuestWatch } from './watch.ts';

export type GuestMedia = MediaReader &
  MapDrawing & {
    thumbnails: Thumbnails;
    imageLists: ImageListCache;
    fileCleaner: FileCleaner;
    light: LightReader;
    watch: GuestWatch;
  };
type Asked = { link: OpenLink; request: FastifyRequest; reply: FastifyReply };

const FilePath = z.object({ sessionId: idText('The visit must be a number'), kind: MediaKindParam, item: z.string() });
const PicturePath = z.extend(FilePath, { size: ImageSizeParam });
const place = z.coerce.number<string>().check(z.int(), z.minimum(0), z.maximum(100_000));
const TilePath = z.extend(FilePath, { level: place, column: place, row: place });
type FilePath = z.output<typeof FilePath>;

/** Maps are pictures too, as far as they can be drawn, and videos have one where it was made. */
const shownKinds: readonly SourceFile['kind'][] = ['image', 'geotiff', 'video'];

/** What an address names, its file by the file's own id. */
function readPath<Path extends { item: string }>(link: OpenLink, schema: z.ZodMiniType<Path>, params: unknown): Path {
  const path = parseInput(schema, params);
  const item = path.item === coverItem ? coverItem : link.files.reveal(path.item);
  if (item === null) throw notFound('Picture');
  return { ...path, item };
}

async function partOf(media: GuestMedia, film: SourceFile, part: LightPart): Promise<SourceFile> {
  const made = await media.light.inPlaceOf(film, part);
  if (!made) throw notFound('File');
  return made;
}

/** Rights are asked for each time; what a folder of released files holds is kept for a second. */
async function findPicture(
  media: GuestMedia,
  guest: Guest,
  { sessionId: id, kind, item }: FilePath,
): Promise<SourceFile> {
  const linked = await loadSessionLink(media, guest, { id, kind, picture: item });
  const list = async () => {
    const files = await listFilesForReply(media.source, linked, 'Picture');
    return new Map(files.flatMap((file) => (shownKinds.includes(file.kind) ? [[file.id, file]] : [])));
  };
  const shown = await media.imageLists.get(`guest ${linked.shownKey} ${kind}`, list);
  const found = item === coverItem ? await firstPicture(shown.values()) : shown.get(item);
  if (!found) throw notFound('Picture');
  return found.kind === 'video' ? partOf(media, found, 'poster') : found;
}

async function drawnMap(media: GuestMedia, file: SourceFile): Promise<DrawnMap> {
  const drawn = file.kind === 'geotiff' ? await openMap(media, file) : null;
  if (!drawn) throw notFound('Picture');
  return drawn;
}

/** Re-encoded like all pictures, hence without GPS. All who hold one link are one person in the queue. */
async function encode(
  { thumbnails }: GuestMedia,
  { id: link }: OpenLink,
  { picture: file, size, format }: { picture: MapPicture; size: PictureSize; format: Parameters<Thumbnails['get']>[2] },
) {
  const { id, version } = file;
  const asked = { id, version, picture: (side: number) => file.picture(side), person: -link };
  return thumbnails.get(asked, size, format).catch((error: unknown) => {
    throw mediaProblem(error, 'Picture');
  });
}

type Made = { picture: MapPicture; size: PictureSize; saveAs?: string };

/** With `saveAs` to be kept under that name. */
async function sendMade(media: GuestMedia, { link, request, reply }: Asked, made: Made): Promise<FastifyReply> {
  const { picture, size, saveAs } = made;
  const accept = saveAs === undefined ? request.headers.accept : undefined;
  const image = await encode(media, link, { picture, size, format: formatFor(accept, size) });
  reply.headers({
    etag: image.etag,
    vary: 'Accept, Cookie',
    'cache-control': 'private, no-cache',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-robots-tag': 'noindex',
    ...(saveAs === undefined ? {} : { 'content-disposition': savedAs(saveAs, image.format) }),
  });
  if (request.headers['if-none-match'] === image.etag) return reply.code(304).send();
  return reply.type(`image/${image.format}`).send(image.bytes);
}

/** With `?download` under the name of its file, where the link allows it. */
export async function sendPicture(media: GuestMedia, asked: Asked): Promise<FastifyReply> {
  const { link, request } = asked;
  const { size, ...path } = readPath(link, PicturePath, request.params);
  const isDownload = 'download' in (request.query as object);
  if (isDownload && !link.downloads) throw notFound('Picture');
  const file = await findPicture(media, guestOf(link), path);
  // Of 1600 pixels all around a screen would see a few hundred: panoramas are shown whole also where they are not to be kept.
  if (size === 'full' && !link.downloads && (await sphereOf(file, path.kind)) === null) throw notFound('Picture');
  const picture = file.kind === 'geotiff' ? wholeMap(media, file, await drawnMap(media, file)) : file;
  return sendMade(media, asked, { picture, size, ...(isDownload ? { saveAs: file.name } : {}) });
}

const neverKept = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' };

/** Which part of the sphere a panorama covers; null for a flat picture. */
export async function sendSphere(media: GuestMedia, { link, request, reply }: Asked): Promise<FastifyReply> {
  const path = readPath(link, FilePath, request.params);
  const file = await findPicture(media, guestOf(link), path);
  // A viewpoint's panorama may say nothing of itself: it is one by the word of whoever made the viewpoint.
  const kind = link.scope === 'viewpoint' ? 'tour360' : path.kind;
  return reply.headers(neverKept).send({ crop: await sphereOf(file, kind) });
}

/** The levels of a map in pixels, finest first: no coordinates and no scale. */
export async function sendLevels(media: GuestMedia, { link, request, reply }: Asked): Promise<FastifyReply> {
  const file = await findPicture(media, guestOf(link), readPath(link, FilePath, request.params));
  const { levels } = await drawnMap(media, file);
  return reply
    .headers(neverKept)
    .send({ tile: mapTile, levels: levels.map(({ width, height }) => ({ width, height })) });
}

export async function sendTile(media: GuestMedia, asked: Asked): Promise<FastifyReply> {
  const { level, column, row, ...path } = readPath(asked.link, TilePath, asked.request.params);
  const file = await findPicture(media, guestOf(asked.link), path);
  const picture = tileOfMap(media, file, { ...(await drawnMap(media, file)), level, column, row });
  if (!picture) throw notFound('Picture');
  return sendMade(media, asked, { picture, size: 's800' });
}

function savedAs(name: string, format: string): string {
  const stem = name.replace(/\.\w+$/, '').replace(/[^\w .-]/g, '_');
  return `attachment; filename="${stem}.${format === 'jpeg' ? 'jpg' : format}"`;
}

async function findVideo(media: GuestMedia, link: OpenLink, params: unknown) {
  const { sessionId, kind, item } = readPath(link, FilePath, params);
  const linked = await loadSessionLink(media, guestOf(link), { id: sessionId, kind });
  const files = await listFilesForReply(media.source, linked, 'File');
  const film = files.find((file) => file.id === item && file.kind === 'video');
  if (!film) throw notFound('File');
  return { film, linked };
}

/** A video's bytes without its position, or those of its light copy, cut off when the link ends. */
export async function sendVideo(
  media: GuestMedia,
  { link, request, reply }: Asked,
  part?: 'light',
): Promise<FastifyReply> {
  const guest = guestOf(link);
  const { film, linked } = await findVideo(media, link, request.params);
  const needs = [linked.shownKey];
  const cut = () => void reply.raw.destroy();
  const forget = media.watch.add({ guest, tokenHash: link.tokenHash, needs, end: cut, cut });
  reply.raw.once('close', forget);
  try {
    const clean = await (part ? partOf(media, film, part) : media.fileCleaner.clean(film));
    return await sendFile(clean, { actor: guest, request, reply: reply.header('x-robots-tag', 'noindex'), query: {} });
  } catch (error) {
    throw mediaProblem(error, 'File');
  }
}

/** The picture of previews: small, and none where a PIN guards the page. */
export async function sendPreview(
  media: GuestMedia,
  { link, reply, cover }: Asked & { cover: PictureOf | null },
): Promise<FastifyReply> {
  if (link.pinSeal !== null || cover === null) throw notFound('Picture');
  const picture = await findPicture(media, guestOf(link), cover);
  const image = await encode(media, link, { picture, size: 's800', format: 'jpeg' });
  reply.headers({
    'cache-control': 'private, no-cache',
    etag: image.etag,
    'content-security-policy': "default-src 'none'",
  });
  return reply.type(`image/${image.format}`).send(image.bytes);
}

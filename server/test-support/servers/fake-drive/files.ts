// files.get, files.list and the bytes of a file, as the published API describes them.
import { createHash } from 'node:crypto';
import { parseRange, toContentRange } from '#server/media/formats/range.ts';
import type { FakeDriveItem, VisibleItems } from './items.ts';
import type { ThumbnailLinks } from './renditions.ts';
import { jsonReply, type Reply, refusalReply } from './reply.ts';

type FakeDriveState = { files: FakeDriveItem[]; links: ThumbnailLinks; pageSize: number };
type Fields = Map<string, Fields>;

/** Reads a mask such as `nextPageToken,files(id,imageMediaMetadata(width))`. */
export function readFields(mask: string): Fields {
  const root: Fields = new Map();
  const open = [root];
  let last: Fields = root;
  for (const [token] of mask.matchAll(/[\w]+|[()]/g)) {
    if (token === '(') open.push(last);
    else if (token === ')') open.pop();
    else {
      last = new Map();
      open.at(-1)?.set(token, last);
    }
  }
  return root;
}

function pick(value: unknown, fields: Fields): unknown {
  if (fields.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => pick(one, fields));
  const kept = Object.entries(value).filter(([name, one]) => fields.has(name) && one !== undefined);
  return Object.fromEntries(kept.map(([name, one]) => [name, pick(one, fields.get(name) ?? new Map())]));
}

/** All that the API could say of an item. */
function describe(item: FakeDriveItem, { links }: FakeDriveState): Record<string, unknown> {
  const { bytes, shared, account, noThumbnail, ...said } = item;
  const isBinary = bytes !== undefined;
  return {
    kind: 'drive#file',
    ...said,
    trashed: item.trashed ?? false,
    modifiedTime: item.modifiedTime ?? '2026-11-20T10:31:00.000Z',
    createdTime: '2026-11-20T10:31:00.000Z',
    webViewLink: `https://drive.google.com/file/d/${item.id}/view?usp=drivesdk`,
    hasThumbnail: isBinary && !noThumbnail,
    ...(isBinary ? { size: String(bytes.length), md5Checksum: createHash('md5').update(bytes).digest('hex') } : {}),
    ...(isBinary && !noThumbnail
      ? { thumbnailLink: links.give(item.id), thumbnailVersion: item.thumbnailVersion ?? '1' }
      : {}),
  };
}

const plainFields = 'kind,id,name,mimeType,resourceKey';

export function fileAnswer(
  testApp: FakeDriveState,
  sight: VisibleItems,
  wanted: { id: string; fields: string | null },
): Reply {
  const item = sight.find(wanted.id);
  if (!item) return refusalReply(404, 'notFound');
  return jsonReply(pick(describe(item, testApp), readFields(wanted.fields ?? plainFields)));
}

/** The part of the query language that picks a folder's files by their type; null for anything else. */
function readQuery(q: string): { parent: string; takes: (item: FakeDriveItem) => boolean } | null {
  const [, parent, , types] = /^'([\w-]+)' in parents and trashed=false( and \((.+)\))?$/.exec(q) ?? [];
  if (parent === undefined) return null;
  const parts = types?.split(' or ').map((part) => /^mimeType( contains |=)'([^']+)'$/.exec(part));
  if (parts?.includes(null)) return null;
  const fits = (mimeType: string) =>
    parts?.some((part) => (part?.[1] === '=' ? mimeType === part[2] : mimeType.startsWith(part?.[2] ?? ''))) ?? true;
  return { parent, takes: (item) => !item.trashed && (item.parents?.includes(parent) ?? false) && fits(item.mimeType) };
}

const orders: Record<string, Intl.Collator> = {
  name: new Intl.Collator('en'),
  name_natural: new Intl.Collator('en', { numeric: true }),
};

export function listAnswer(testApp: FakeDriveState, sight: VisibleItems, query: URLSearchParams): Reply {
  const wanted = readQuery(query.get('q') ?? '');
  const order = orders[query.get('orderBy') ?? 'name'];
  const offset = Number(query.get('pageToken')?.replace(/^after-/, '') ?? 0);
  if (!wanted || !order || !Number.isInteger(offset)) return refusalReply(400, 'badRequest');
  const folder = sight.find(wanted.parent);
  if (!folder) return refusalReply(404, 'notFound');
  const seesDrive = folder.driveId === undefined || query.get('includeItemsFromAllDrives') === 'true';
  const all = testApp.files
    .filter((item) => seesDrive && wanted.takes(item) && sight.lists(item))
    .sort((a, b) => order.compare(a.name, b.name));
  const end = offset + Math.min(Number(query.get('pageSize') ?? 100), testApp.pageSize);
  const files = all.slice(offset, end).map((item) => describe(item, testApp));
  const page = { kind: 'drive#fileList', files, ...(end < all.length ? { nextPageToken: `after-${end}` } : {}) };
  return jsonReply(pick(page, readFields(query.get('fields') ?? `kind,nextPageToken,files(${plainFields})`)));
}

export function mediaAnswer(sight: VisibleItems, id: string, range: string | null): Reply {
  const item = sight.find(id);
  if (!item) return refusalReply(404, 'notFound');
  if (!item.bytes) return refusalReply(403, 'fileNotDownloadable');
  const { bytes, mimeType } = item;
  const part = parseRange(range, bytes.length);
  const headers = { 'content-type': mimeType };
  if (part === 'unsatisfiable') return refusalReply(416, 'requestedRangeNotSatisfiable');
  if (part === null) return { status: 200, headers, body: bytes };
  const body = bytes.subarray(part.first, part.last + 1);
  return { status: 206, headers: { ...headers, 'content-range': toContentRange(part, bytes.length) }, body };
}

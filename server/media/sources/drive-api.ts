// Client of the Google Drive API, version 3: one file, a folder's files, a file's bytes (behaviour §6.4).
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { DriveAccount } from '#server/config/drive-account.ts';
import { backoff } from '#server/lib/pace.ts';
import { mayHavePreview, typeOfName } from '#server/media/formats/media-types.ts';
import type { BufferedResponse, FetchRequest, FetchResponse, SafeFetch } from '#server/media/net/safe-fetch.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { createDriveTokens } from './drive-credentials.ts';
import { InvalidDriveQuery, toDriveError } from './drive-errors.ts';
import type { SourceFile } from './source.ts';

// A file or folder as the Drive API describes it, and the fields that we request. Never where an image was taken (behaviour §3.4).
const pixels = z.optional(z.number());

export const DriveItem = z.object({
  id: z.string().check(z.regex(/^[\w-]+$/)),
  name: z.catch(
    z.pipe(
      z.string(),
      z.transform((name) => name.slice(0, 300)),
    ),
    'Untitled',
  ),
  mimeType: z.catch(z.string(), ''),
  size: z.optional(z.string()),
  md5Checksum: z.optional(z.string()),
  thumbnailLink: z.optional(z.string()),
  thumbnailVersion: z.optional(z.string()),
  webViewLink: z.optional(z.string()),
  modifiedTime: z.optional(z.string()),
  resourceKey: z.optional(z.string().check(z.regex(/^[\w-]+$/))),
  parents: z.optional(z.array(z.string())),
  trashed: z.optional(z.boolean()),
  imageMediaMetadata: z.optional(
    z.object({
      width: pixels,
      height: pixels,
      rotation: z.optional(z.number()),
      cameraModel: z.optional(z.string()),
    }),
  ),
  videoMediaMetadata: z.optional(z.object({ width: pixels, height: pixels })),
  shortcutDetails: z.optional(
    z.object({
      targetId: z.optional(z.string().check(z.regex(/^[\w-]+$/))),
      targetMimeType: z.optional(z.string()),
      targetResourceKey: z.optional(z.string().check(z.regex(/^[\w-]+$/))),
    }),
  ),
});
export type DriveItem = z.infer<typeof DriveItem>;

export const DrivePage = z.object({
  nextPageToken: z.optional(z.string()),
  files: z.optional(z.array(DriveItem)),
});

const listed =
  'id,name,mimeType,size,md5Checksum,thumbnailLink,thumbnailVersion,hasThumbnail,webViewLink,createdTime,modifiedTime,resourceKey,' +
  'imageMediaMetadata(width,height,rotation,time,cameraModel),videoMediaMetadata(width,height,durationMillis),shortcutDetails';
export const itemFields = `${listed},parents,trashed`;
export const pageFields = `nextPageToken,incompleteSearch,files(${listed})`;

export const folderType = 'application/vnd.google-apps.folder';
export const shortcutType = 'application/vnd.google-apps.shortcut';

/** Documents of Google have no bytes of their own: nothing to show or to download. */
export function isDocument(mimeType: string): boolean {
  return mimeType.startsWith('application/vnd.google-apps.') && mimeType !== folderType && mimeType !== shortcutType;
}

/** A TIFF that a camera took is a picture; of any other its header says it. */
export function kindOf({ mimeType, name, imageMediaMetadata }: DriveItem): SourceFile['kind'] {
  const isTiff = mimeType === 'image/tiff' || typeOfName(name) === 'image/tiff';
  if (isTiff) return mayHavePreview(name) || imageMediaMetadata?.cameraModel ? 'image' : 'geotiff';
  if (mimeType.startsWith('video/')) return 'video';
  return mimeType.startsWith('image/') && mimeType !== 'image/svg+xml' ? 'image' : 'file';
}

/** Changes when the bytes may have. */
export function versionOf({ thumbnailVersion, md5Checksum, modifiedTime }: DriveItem): string {
  const marks = [thumbnailVersion, md5Checksum, modifiedTime].join('\0');
  return createHash('sha256').update(marks).digest('hex').slice(0, 16);
}

/** Pixels as shown upright. For images turned by a quarter Google does not say which side it means, so their size is unknown. */
export function sizeOf({ imageMediaMetadata: image, videoMediaMetadata: video }: DriveItem) {
  const { width, height } = image ?? video ?? {};
  const turned = (image?.rotation ?? 0) % 2 !== 0;
  return turned || !width || !height ? { width: null, height: null } : { width, height };
}

export type DriveSettings = { key: string | null; account: DriveAccount | null; base: string };
/** By which credential a request goes, and the resource keys that items of old links need. */
export type DriveAccess = { credential: 'key' | 'account'; resourceKeys: ReadonlyMap<string, string> };
/** `retry`: there is no cached answer, so it is worth waiting while Google is busy. */
export type DriveRequest = { id: string; access: DriveAccess; retry: boolean };
export type DriveApi = ReturnType<typeof createDriveApi>;
type BytesRequest = Omit<DriveRequest, 'retry'>;

const googleBase = 'https://www.googleapis.com/';
const maxTries = 5;
const retries = { first: 1_000, longest: 8_000, spread: 0.5 };
const maxJsonBytes = 16 * 1024 * 1024;
const maxFiles = 5_000;
const maxPages = 100;

type Dependencies = {
  fetch: SafeFetch;
  drive: DriveSettings;
  sleep: (ms: number) => Promise<unknown>;
  now: () => number;
};

function parse<T>(schema: z.ZodMiniType<T>, bytes: Buffer): T {
  try {
    return z.parse(schema, JSON.parse(bytes.toString()));
  } catch {
    throw new MediaError(
      'unreachable',
      'The address set for Google Drive leads to something else: ask an admin to check it.',
    );
  }
}

/** The beginning of an error's body, enough for its reason. */
async function readStart({ body }: FetchResponse): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > 65_536) break;
  }
  return Buffer.concat(chunks).toString();
}

/** Google counts its quota by folder or file here, not by person: one answer serves everybody. */
function quota({ id, access }: BytesRequest): Record<string, string> {
  if (access.credential === 'account') return {};
  return { quotaUser: createHash('sha256').update(id).digest('hex').slice(0, 40) };
}

/** Adds a request's credential, and replaces a token that Google refuses. */
function createAuthorizer({ fetch, drive, now }: Dependencies) {
  const tokens = drive.account === null ? null : createDriveTokens({ fetch, account: drive.account, now });

  async function bearer(): Promise<Record<string, string>> {
    return tokens === null ? {} : { authorization: `Bearer ${await tokens.get()}` };
  }

  async function secrets({ credential, resourceKeys }: DriveAccess): Promise<Record<string, string>> {
    const pairs = [...resourceKeys].map(([id, key]) => `${id}/${key}`).join(',');
    const keys = pairs === '' ? {} : { 'x-goog-drive-resource-keys': pairs };
    if (credential === 'account') return { ...keys, ...(await bearer()) };
    return { ...keys, ...(drive.key === null ? {} : { 'x-goog-api-key': drive.key }) };
  }

  /** Sends a request with its credential; a token that is refused is replaced once. */
  async function sendAs<T extends { status: number }>(
    access: DriveAccess,
    send: (secrets: Record<string, string>) => Promise<T>,
    discard: (response: T) => void,
  ): Promise<T> {
    const first = await secrets(access);
    const response = await send(first);
    if (response.status !== 401 || access.credential !== 'account') return response;
    discard(response);
    tokens?.forget((first.authorization ?? '').replace('Bearer ', ''));
    return send(await secrets(access));
  }

  return { bearer, secrets, sendAs };
}

function apiUrl(base: string, path: string, query: Record<string, string>): string {
  const url = new URL(path, base);
  url.search = new URLSearchParams({ ...query, supportsAllDrives: 'true' }).toString();
  return url.href;
}

/** What lies in a folder. Ids are of [\w-] only, so that nothing in them can end the quotes. */
function listUrl(base: string, request: DriveRequest, pageToken: string | undefined): string {
  return apiUrl(base, 'drive/v3/files', {
    q: `'${request.id}' in parents and trashed=false`,
    fields: pageFields,
    orderBy: 'name_natural',
    pageSize: '1000',
    includeItemsFromAllDrives: 'true',
    ...(pageToken === undefined ? {} : { pageToken }),
    ...quota(request),
  });
}

export function createDriveApi(deps: Dependencies) {
  const { fetch, drive, sleep } = deps;
  const isGoogle = drive.base === googleBase;
  const exempt = isGoogle ? [] : [new URL(drive.base).origin];
  const { bearer, secrets, sendAs } = createAuthorizer(deps);

  async function fetchJson(url: string, request: DriveRequest): Promise<Buffer> {
    const read = (headers: Record<string, string>): Promise<BufferedResponse> =>
      fetch.read(url, { secrets: headers, exempt, maxBytes: maxJsonBytes, isSlow: true });
    for (let tries = 1; ; tries++) {
      const { status, bytes } = await sendAs(request.access, read, () => undefined);
      if (status === 200) return bytes;
      const { error, isTransient } = toDriveError(status, bytes.toString());
      if (!isTransient || !request.retry || tries >= maxTries) throw error;
      await sleep(backoff(tries, retries));
    }
  }

  async function pages(request: DriveRequest): Promise<DriveItem[]> {
    const files: DriveItem[] = [];
    let token: string | undefined;
    for (let count = 0; count < maxPages && files.length < maxFiles; count++) {
      const listing = parse(DrivePage, await fetchJson(listUrl(drive.base, request, token), request));
      files.push(...(listing.files ?? []));
      token = listing.nextPageToken;
      if (!token) break;
    }
    return files.slice(0, maxFiles);
  }

  function bytesUrl({ id, access }: BytesRequest): string {
    return apiUrl(drive.base, `drive/v3/files/${id}`, { alt: 'media', ...quota({ id, access }) });
  }

  return {
    /** Where thumbnails of public files come from; the API's own address when that is not Google's. */
    renditions: isGoogle
      ? { thumbnail: 'https://drive.google.com/', content: 'https://lh3.googleusercontent.com/' }
      : { thumbnail: drive.base, content: drive.base },
    exempt,

    async get(request: DriveRequest): Promise<DriveItem> {
      const url = apiUrl(drive.base, `drive/v3/files/${request.id}`, { fields: itemFields, ...quota(request) });
      return parse(DriveItem, await fetchJson(url, request));
    },

    /** All images, videos and shortcuts of a folder. When Google refuses a page token it begins again, once. */
    async list(request: DriveRequest): Promise<DriveItem[]> {
      return pages(request).catch((error: unknown) => {
        if (error instanceof InvalidDriveQuery) return pages(request);
        throw error;
      });
    },

    /** The request for the bytes of a file. */
    async media(request: BytesRequest): Promise<{ url: string; options: FetchRequest }> {
      return { url: bytesUrl(request), options: { secrets: await secrets(request.access), exempt } };
    },

    /** The bytes of a file, or the part that a Range names. */
    async open(request: BytesRequest, range: string | null): Promise<FetchResponse> {
      const url = bytesUrl(request);
      const headers = range === null ? {} : { range };
      const response = await sendAs(
        request.access,
        (own) => fetch.open(url, { secrets: own, headers, exempt }),
        (refused) => refused.body.destroy(),
      );
      if (response.status === 200 || response.status === 206) return response;
      throw toDriveError(response.status, await readStart(response)).error;
    },

    /** For images that only the account may see. */
    bearer,
  };
}

// Google Drive as a source: folders and files that everybody may see by the API key, bound folders by the service account.
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { driveFolderId, type Link } from '#contract/links.ts';
import { createDriveApi, type DriveAccess, type DriveSettings } from './drive-api.ts';
import { type DriveItem, folderType, kindOf, shortcutType, sizeOf, versionOf } from './drive-item.ts';
import { createDriveRoots } from './drive-roots.ts';
import { createDriveThumbnails, type DriveThumbnails, type ListedFile } from './drive-thumbnails.ts';
import { proxyResponse, singleRange } from './proxy-response.ts';
import type { SafeFetch } from './safe-fetch.ts';
import { inNaturalOrder, MediaError, type MediaRoot, type MediaSource, type SourceFile } from './source.ts';
import { createStaleIfErrorCache } from './stale-if-error-cache.ts';

const minute = 60_000;
const maxShortcuts = 200;
/** Cached files and folders, at about a kilobyte each. */
const maxCached = 50_000;

type FolderEntry = ListedFile & { isShortcut: boolean };
/** What a link leads to, in order; `target` is the file or folder behind a link to a shortcut. */
type DriveListing = {
  target: string | null;
  files: { id: string; name: string; isShortcut: boolean; file: SourceFile }[];
};

const notConfigured =
  'Google Drive is not set up here: an admin sets GOOGLE_DRIVE_API_KEY for folders shared as “Anyone with the link”, or GOOGLE_DRIVE_CREDENTIALS for folders shared with a service account.';
const notBound =
  'This Google Drive folder is not beneath a folder that is bound to the project: an admin binds it under Media folders and shares it with the service account.';

/** The resource key that items from before September 2021 need, out of their link. */
function resourceKeyIn(link: Link): string | null {
  const key = link.url && URL.canParse(link.url) ? new URL(link.url).searchParams.get('resourcekey') : null;
  return key !== null && /^[\w-]+$/.test(key) ? key : null;
}

/** The same access with the resource key of one more item. */
function withResourceKey(access: DriveAccess, id: string, key: string | null | undefined): DriveAccess {
  return key ? { ...access, resourceKeys: new Map([...access.resourceKeys, [id, key]]) } : access;
}

function isGooglePage(address: string | undefined): address is string {
  return address !== undefined && /^https:\/\/[a-z]+\.google\.com\//.test(address);
}

/** Media of Google Drive. Listings are cached for minutes; a stale one stands in while Google is busy. */
export function createDriveSource(deps: {
  fetch: SafeFetch;
  drive: DriveSettings;
  sleep?: (ms: number) => Promise<unknown>;
  random?: () => number;
  now?: () => number;
}): MediaSource {
  const { fetch, drive, sleep = wait, random = Math.random, now = Date.now } = deps;
  const api = createDriveApi({ fetch, drive, sleep, random, now });
  const thumbnails = createDriveThumbnails({ api, fetch, now });
  const roots = createDriveRoots({ api, now });
  const folders = createStaleIfErrorCache<DriveListing>({
    freshMs: 3 * minute,
    staleMs: 24 * 60 * minute,
    max: maxCached,
    weigh: ({ files }) => files.length + 1,
    now,
  });
  const limit = pLimit(4);
  /** An account that was refused is not used for a minute, where there is a key to use instead. */
  let paused: { error: MediaError; until: number } | null = null;

  async function follow(item: DriveItem, how: { access: DriveAccess; retry: boolean }): Promise<ListedFile | null> {
    const { targetId, targetMimeType = '', targetResourceKey } = item.shortcutDetails ?? {};
    if (targetId === undefined || !/^(image|video)\/|\.folder$/.test(targetMimeType)) return null;
    const access = withResourceKey(how.access, targetId, targetResourceKey);
    return { item: await api.get({ id: targetId, access, retry: how.retry }), at: now(), access };
  }

  /** A shortcut whose target is not shared is left out; the other files are listed all the same. */
  async function followInFolder(
    item: DriveItem,
    how: { access: DriveAccess; retry: boolean },
  ): Promise<ListedFile | null> {
    const file = await limit(() => follow(item, how)).catch((error: unknown) => {
      if (error instanceof MediaError && error.code === 'not_shared') return null;
      throw error;
    });
    if (!file || file.item.trashed || file.item.mimeType === folderType) return null;
    return { ...file, item: { ...file.item, name: item.name } };
  }

  async function readFolder(id: string, how: { access: DriveAccess; retry: boolean }): Promise<FolderEntry[]> {
    const at = now();
    const items = await api.list({ id, ...how });
    const shortcuts = items.filter(({ mimeType }) => mimeType === shortcutType).slice(0, maxShortcuts);
    const plain = items.filter(({ mimeType }) => mimeType !== shortcutType && mimeType !== folderType);
    const followed = await Promise.all(shortcuts.map((item) => followInFolder(item, how)));
    return [
      ...plain.map((item) => ({
        item,
        at,
        access: withResourceKey(how.access, item.id, item.resourceKey),
        isShortcut: false,
      })),
      ...followed.flatMap((file) => (file ? [{ ...file, isShortcut: true }] : [])),
    ];
  }

  /** Sorted once for each listing, because every image of a folder asks for its list. Each file is in it once. */
  function sorted(files: FolderEntry[]): DriveListing['files'] {
    // Of a file and a shortcut to it the file stays: shortcuts stand last.
    const byId = new Map(files.toReversed().map((one) => [one.item.id, one]));
    const entries = [...byId.values()].map((one) => {
      const { item, isShortcut } = one;
      return { id: item.id, name: item.name, isShortcut, file: toFile(one, { api, thumbnails }) };
    });
    return inNaturalOrder(entries);
  }

  /** Requests the item itself first: a folder that is not shared must not look like an empty one (media-links §0). */
  async function read(id: string, how: { access: DriveAccess; retry: boolean }): Promise<DriveListing> {
    const linked = { item: await api.get({ id, ...how }), at: now(), access: how.access };
    const followed = linked.item.mimeType === shortcutType ? await follow(linked.item, how) : null;
    const { item, at, access } = followed ?? linked;
    const target = followed && item.id;
    if (item.trashed)
      throw new MediaError('not_found', 'This is in the bin of Google Drive: its owner can take it out.');
    if (item.mimeType === folderType) return { target, files: sorted(await readFolder(item.id, { ...how, access })) };
    return { target, files: sorted([{ item, at, access, isShortcut: false }]) };
  }

  /** A shortcut may lead out of the bound folder, to what the account can read but this project must not. */
  async function onlyBeneath(
    { target, files }: DriveListing,
    bound: ReadonlySet<string>,
  ): Promise<DriveListing['files']> {
    if (target !== null && !(await roots.isBeneath(target, bound))) throw new MediaError('not_bound', notBound);
    const allowed = await Promise.all(files.map(({ id, isShortcut }) => !isShortcut || roots.isBeneath(id, bound)));
    return files.filter((_file, index) => allowed[index]);
  }

  type ListRequest = { id: string; key: string | null; bound: ReadonlySet<string> };

  function readCached(credential: DriveAccess['credential'], { id, key }: ListRequest): Promise<DriveListing> {
    const access = withResourceKey({ credential, resourceKeys: new Map() }, id, key);
    return folders(`${credential} ${id} ${key}`, (retry) => read(id, { access, retry }));
  }

  /** By the account, only what an admin bound (decisions §10); null for anything else. */
  async function byAccount(request: ListRequest): Promise<DriveListing['files'] | null> {
    const { id, bound } = request;
    if (drive.account === null || !(await roots.isBeneath(id, bound))) return null;
    return onlyBeneath(await readCached('account', request), bound);
  }

  /** By the API key: what everybody may see. */
  async function byKey(request: ListRequest): Promise<DriveListing['files']> {
    if (drive.key === null) throw new MediaError('not_bound', notBound);
    return (await readCached('key', request)).files;
  }

  /** By the key instead of the account; for a folder that is not public the account's error says more. */
  function byKeyInstead(request: ListRequest, error: MediaError): Promise<DriveListing['files']> {
    return byKey(request).catch((keyError: unknown) => {
      throw keyError instanceof MediaError && keyError.code === 'not_shared' ? error : keyError;
    });
  }

  /** Where there is a key too, public folders stay available while Google refuses the account. */
  async function find(request: ListRequest): Promise<DriveListing['files']> {
    if (request.bound.size === 0) return byKey(request);
    if (paused && now() < paused.until) return byKeyInstead(request, paused.error);
    const found = await byAccount(request).catch((error: unknown) => {
      if (drive.key === null || !(error instanceof MediaError) || error.code !== 'misconfigured') throw error;
      paused = { error, until: now() + minute };
      return error;
    });
    return found instanceof MediaError ? byKeyInstead(request, found) : (found ?? byKey(request));
  }

  return {
    async list(link: Link, projectRoots: readonly MediaRoot[]): Promise<SourceFile[] | null> {
      if (link.provider !== 'google-drive') return null;
      if (drive.account === null && drive.key === null) throw new MediaError('not_configured', notConfigured);
      const id = link.id ?? driveFolderId(link.url ?? '');
      if (id === null) throw new MediaError('not_found', 'Invalid Google Drive folder URL');
      const bound = new Set(projectRoots.flatMap(({ provider, root }) => (provider === 'google-drive' ? [root] : [])));
      return (await find({ id, key: resourceKeyIn(link), bound })).map(({ file }) => file);
    },
  };
}

function toFile(
  listed: ListedFile,
  by: { api: ReturnType<typeof createDriveApi>; thumbnails: DriveThumbnails },
): SourceFile {
  const { item, access } = listed;
  const key = access.resourceKeys.get(item.id);
  const query = key ? `?resourcekey=${key}` : '';
  const bytes = item.size === undefined ? null : Number(item.size);
  return {
    id: `google-drive:${item.id}`,
    name: item.name,
    kind: kindOf(item),
    bytes,
    version: versionOf(item),
    ...sizeOf(item),
    // A frame loads as the visitor, who may not see what only the account may.
    embedUrl: access.credential === 'key' ? `https://drive.google.com/file/d/${item.id}/preview${query}` : null,
    webUrl: isGooglePage(item.webViewLink)
      ? item.webViewLink
      : `https://drive.google.com/file/d/${item.id}/view${query}`,
    picture: (side) => by.thumbnails.get(listed, side),
    open: async (range) => proxyResponse(await by.api.open({ id: item.id, access }, singleRange(range))),
  };
}

// Google Drive as a source: folders and files that everybody may see by the API key, bound folders by the service account.
import { setTimeout as wait } from 'node:timers/promises';
import { driveFolderId, type Link } from '#contract/links.ts';
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts';
import { createDriveApi, type DriveAccess, type DriveSettings } from './drive-api.ts';
import { type DriveItem, folderType, kindOf, shortcutType, sizeOf, versionOf } from './drive-item.ts';
import { createDriveRoots } from './drive-roots.ts';
import { createDriveThumbnails, type DriveThumbnails, type ListedFile } from './drive-thumbnails.ts';
import { proxyResponse, singleRange } from './proxy-response.ts';
import type { SafeFetch } from './safe-fetch.ts';
import { inNaturalOrder, MediaError, type MediaRoot, type MediaSource, type SourceFile } from './source.ts';
import { createStaleIfErrorCache } from './stale-if-error-cache.ts';

const minute = 60_000;
const mostShortcuts = 200;
/** Files and folders that are remembered, at about a kilobyte each. */
const mostKept = 50_000;

type Seen = ListedFile & { isShortcut: boolean };
/** What a link leads to, in order; `through` is the file or folder behind a link that is a shortcut. */
type Found = { through: string | null; files: { id: string; name: string; isShortcut: boolean; file: SourceFile }[] };

const notConfigured =
  'Google Drive is not set up here: an admin sets GOOGLE_DRIVE_API_KEY for folders shared as “Anyone with the link”, or GOOGLE_DRIVE_CREDENTIALS for folders shared with a service account.';
const notBound =
  'This Google Drive folder is not beneath a folder that is bound to the project: an admin binds it under Media folders and shares it with the service account.';

/** The key that items of before September 2021 need, from their link. */
function resourceKeyIn(link: Link): string | null {
  const key = link.url && URL.canParse(link.url) ? new URL(link.url).searchParams.get('resourcekey') : null;
  return key !== null && /^[\w-]+$/.test(key) ? key : null;
}

/** A reach that also carries the keys of this item. */
function reachOf(reach: DriveAccess, id: string, key: string | null | undefined): DriveAccess {
  return key ? { ...reach, resourceKeys: new Map([...reach.resourceKeys, [id, key]]) } : reach;
}

function isGooglePage(address: string | undefined): address is string {
  return address !== undefined && /^https:\/\/[a-z]+\.google\.com\//.test(address);
}

/** Media of Google Drive. Listings are kept for minutes; an old one stands in while Google is busy. */
export function createDriveSource(house: {
  fetch: SafeFetch;
  drive: DriveSettings;
  sleep?: (ms: number) => Promise<unknown>;
  random?: () => number;
  now?: () => number;
}): MediaSource {
  const { fetch, drive, sleep = wait, random = Math.random, now = Date.now } = house;
  const api = createDriveApi({ fetch, drive, sleep, random, now });
  const pictures = createDriveThumbnails({ api, fetch, now });
  const roots = createDriveRoots({ api, now });
  const folders = createStaleIfErrorCache<Found>({
    freshMs: 3 * minute,
    staleMs: 24 * 60 * minute,
    most: mostKept,
    weigh: ({ files }) => files.length + 1,
    now,
  });
  const inTurn = createConcurrencyLimit(4);
  /** An account that was refused is left alone for a minute where the key may do in its place. */
  let resting: { fault: MediaError; until: number } | null = null;

  async function follow(item: DriveItem, how: { reach: DriveAccess; patient: boolean }): Promise<ListedFile | null> {
    const { targetId, targetMimeType = '', targetResourceKey } = item.shortcutDetails ?? {};
    if (targetId === undefined || !/^(image|video)\/|\.folder$/.test(targetMimeType)) return null;
    const reach = reachOf(how.reach, targetId, targetResourceKey);
    return { item: await api.get({ id: targetId, reach, patient: how.patient }), at: now(), reach };
  }

  /** A shortcut whose target cannot be had is left out; the other files are there all the same. */
  async function followInFolder(
    item: DriveItem,
    how: { reach: DriveAccess; patient: boolean },
  ): Promise<ListedFile | null> {
    const found = await inTurn(() => follow(item, how)).catch((fault: unknown) => {
      if (fault instanceof MediaError && fault.code === 'not_shared') return null;
      throw fault;
    });
    if (!found || found.item.trashed || found.item.mimeType === folderType) return null;
    return { ...found, item: { ...found.item, name: item.name } };
  }

  async function readFolder(id: string, how: { reach: DriveAccess; patient: boolean }): Promise<Seen[]> {
    const at = now();
    const items = await api.list({ id, ...how });
    const shortcuts = items.filter(({ mimeType }) => mimeType === shortcutType).slice(0, mostShortcuts);
    const plain = items.filter(({ mimeType }) => mimeType !== shortcutType && mimeType !== folderType);
    const followed = await Promise.all(shortcuts.map((item) => followInFolder(item, how)));
    return [
      ...plain.map((item) => ({ item, at, reach: reachOf(how.reach, item.id, item.resourceKey), isShortcut: false })),
      ...followed.flatMap((file) => (file ? [{ ...file, isShortcut: true }] : [])),
    ];
  }

  /** Made once for each look at Google, because every picture of a folder asks for its list. A file stands there once. */
  function inOrder(files: Seen[]): Found['files'] {
    // Of a file and a shortcut to it the file stays: shortcuts come last.
    const byId = new Map(files.toReversed().map((one) => [one.item.id, one]));
    const entries = [...byId.values()].map((one) => {
      const { item, isShortcut } = one;
      return { id: item.id, name: item.name, isShortcut, file: toFile(one, { api, pictures }) };
    });
    return inNaturalOrder(entries);
  }

  /** Asks for the item itself first: a folder that is not shared must not look like an empty one (media-links §0). */
  async function read(id: string, how: { reach: DriveAccess; patient: boolean }): Promise<Found> {
    const linked = { item: await api.get({ id, ...how }), at: now(), reach: how.reach };
    const target = linked.item.mimeType === shortcutType ? await follow(linked.item, how) : null;
    const { item, at, reach } = target ?? linked;
    const through = target && item.id;
    if (item.trashed)
      throw new MediaError('not_found', 'This is in the bin of Google Drive: its owner can take it out.');
    if (item.mimeType === folderType) return { through, files: inOrder(await readFolder(item.id, { ...how, reach })) };
    return { through, files: inOrder([{ item, at, reach, isShortcut: false }]) };
  }

  /** A shortcut may lead out of the bound folder, to what the account may read but this project must not. */
  async function withoutStrangers({ through, files }: Found, bound: ReadonlySet<string>): Promise<Found['files']> {
    if (through !== null && !(await roots.isBeneath(through, bound))) throw new MediaError('not_bound', notBound);
    const fine = await Promise.all(files.map(({ id, isShortcut }) => !isShortcut || roots.isBeneath(id, bound)));
    return files.filter((_file, at) => fine[at]);
  }

  type Wanted = { id: string; key: string | null; bound: ReadonlySet<string> };

  function look(access: DriveAccess['access'], { id, key }: Wanted): Promise<Found> {
    const reach = reachOf({ access, resourceKeys: new Map() }, id, key);
    return folders(`${access} ${id} ${key}`, (patient) => read(id, { reach, patient }));
  }

  /** The account only for what an admin bound (decisions §10); null for anything else. */
  async function byAccount(wanted: Wanted): Promise<Found['files'] | null> {
    const { id, bound } = wanted;
    if (drive.account === null || !(await roots.isBeneath(id, bound))) return null;
    return withoutStrangers(await look('account', wanted), bound);
  }

  /** What everybody may see. */
  async function byKey(wanted: Wanted): Promise<Found['files']> {
    if (drive.key === null) throw new MediaError('not_bound', notBound);
    return (await look('key', wanted)).files;
  }

  /** In place of the account; of a folder that is not public, what is wrong with the account says more. */
  function instead(wanted: Wanted, fault: MediaError): Promise<Found['files']> {
    return byKey(wanted).catch((refused: unknown) => {
      throw refused instanceof MediaError && refused.code === 'not_shared' ? fault : refused;
    });
  }

  /** An account that Google refuses does not take public folders down with it, where there is a key too. */
  async function find(wanted: Wanted): Promise<Found['files']> {
    if (wanted.bound.size === 0) return byKey(wanted);
    if (resting && now() < resting.until) return instead(wanted, resting.fault);
    const found = await byAccount(wanted).catch((fault: unknown) => {
      if (drive.key === null || !(fault instanceof MediaError) || fault.code !== 'misconfigured') throw fault;
      resting = { fault, until: now() + minute };
      return fault;
    });
    return found instanceof MediaError ? instead(wanted, found) : (found ?? byKey(wanted));
  }

  return {
    async list(link: Link, given: readonly MediaRoot[]): Promise<SourceFile[] | null> {
      if (link.provider !== 'google-drive') return null;
      if (drive.account === null && drive.key === null) throw new MediaError('not_configured', notConfigured);
      const id = link.id ?? driveFolderId(link.url ?? '');
      if (id === null) throw new MediaError('not_found', 'Invalid Google Drive folder URL');
      const bound = new Set(given.flatMap(({ provider, root }) => (provider === 'google-drive' ? [root] : [])));
      return (await find({ id, key: resourceKeyIn(link), bound })).map(({ file }) => file);
    },
  };
}

function toFile(
  listed: ListedFile,
  by: { api: ReturnType<typeof createDriveApi>; pictures: DriveThumbnails },
): SourceFile {
  const { item, reach } = listed;
  const key = reach.resourceKeys.get(item.id);
  const query = key ? `?resourcekey=${key}` : '';
  const bytes = item.size === undefined ? null : Number(item.size);
  return {
    id: `google-drive:${item.id}`,
    name: item.name,
    kind: kindOf(item),
    bytes,
    version: versionOf(item),
    ...sizeOf(item),
    // A frame asks as the visitor, who may not see what only the account may.
    embedUrl: reach.access === 'key' ? `https://drive.google.com/file/d/${item.id}/preview${query}` : null,
    webUrl: isGooglePage(item.webViewLink)
      ? item.webViewLink
      : `https://drive.google.com/file/d/${item.id}/view${query}`,
    picture: (side) => by.pictures.get(listed, side),
    open: async (range) => proxyResponse(await by.api.open({ id: item.id, reach }, singleRange(range))),
  };
}

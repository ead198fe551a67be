// Google Drive as a source: folders and files that everybody may see by the API key, bound folders by the service account.

import { setTimeout as wait } from 'node:timers/promises';
import { driveFolderId, type Link } from '#contract/links/link.ts';
import type { SafeFetch } from '#server/media/net/safe-fetch.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { createDriveApi, type DriveAccess, type DriveApi, type DriveSettings } from './drive-api.ts';
import { createListingReader, type DriveListing, withResourceKey } from './drive-listing.ts';
import { createDriveThumbnails } from './drive-thumbnails.ts';
import { createRemoteTiffKinds } from './remote-parts.ts';
import type { MediaRoot, MediaSource, SourceFile } from './source.ts';
import { createStaleIfErrorCache } from './stale-if-error-cache.ts';

// Whether a Drive folder or file lies beneath a folder that an admin bound to the project, found by walking its parents.

/** Deeper folders, or items with many parents from before 2020, are not followed to their end. */
const maxSteps = 40;

/** By the service account; what it cannot see is beneath nothing. */
export function createDriveRoots(deps: { api: DriveApi; now: () => number }) {
  const { api, now } = deps;
  const cachedParents = createStaleIfErrorCache<readonly string[]>({
    freshMs: 5 * 60_000,
    staleMs: 60 * 60_000,
    max: 5_000,
    now,
  });
  const access = { credential: 'account', resourceKeys: new Map() } as const;

  function parentsOf(id: string): Promise<readonly string[]> {
    return cachedParents(id, async (retry) => {
      try {
        return (await api.get({ id, access, retry })).parents ?? [];
      } catch (error) {
        if (error instanceof MediaError && error.code === 'not_shared') return [];
        throw error;
      }
    });
  }

  return {
    async isBeneath(id: string, bound: ReadonlySet<string>): Promise<boolean> {
      if (bound.size === 0) return false;
      const seen = new Set([id]);
      for (const at of seen) {
        if (bound.has(at)) return true;
        if (seen.size > maxSteps) return false;
        for (const parent of await parentsOf(at)) seen.add(parent);
      }
      return false;
    },
  };
}

const minute = 60_000;
/** Cached files and folders, at about a kilobyte each. */
const maxCached = 50_000;

const notConfigured =
  'Google Drive is not set up here: an admin sets GOOGLE_DRIVE_API_KEY for folders shared as “Anyone with the link”, or GOOGLE_DRIVE_CREDENTIALS for folders shared with a service account.';
const notBound =
  'This Google Drive folder is not beneath a folder that is bound to the project: an admin binds it under Media folders and shares it with the service account.';

/** The resource key that items from before September 2021 need, out of their link. */
function resourceKeyIn(link: Link): string | null {
  const key = link.url && URL.canParse(link.url) ? new URL(link.url).searchParams.get('resourcekey') : null;
  return key !== null && /^[\w-]+$/.test(key) ? key : null;
}

/** `id`: the linked item; `key`: its resource key; `bound`: the folders of Drive that are bound to the project. */
type ListRequest = { id: string; key: string | null; bound: ReadonlySet<string> };

/** Media of Google Drive. Listings are cached for minutes; a stale one stands in while Google is busy. */
export function createDriveSource(deps: {
  fetch: SafeFetch;
  drive: DriveSettings;
  sleep?: (ms: number) => Promise<unknown>;
  now?: () => number;
}): MediaSource {
  const { fetch, drive, sleep = wait, now = Date.now } = deps;
  const api = createDriveApi({ fetch, drive, sleep, now });
  const thumbnails = createDriveThumbnails({ api, fetch, now });
  const read = createListingReader({ api, thumbnails, tiffKinds: createRemoteTiffKinds(), now });
  const roots = createDriveRoots({ api, now });
  const folders = createStaleIfErrorCache<DriveListing>({
    freshMs: 3 * minute,
    staleMs: 24 * 60 * minute,
    max: maxCached,
    weigh: ({ files }) => files.length + 1,
    now,
  });
  /** An account that was refused is not used for a minute, where there is a key to use instead. */
  let paused: { error: MediaError; until: number } | null = null;

  /** A shortcut may lead out of the bound folder, to what the account can read but this project must not. */
  async function onlyBeneath(
    { target, files }: DriveListing,
    bound: ReadonlySet<string>,
  ): Promise<DriveListing['files']> {
    if (target !== null && !(await roots.isBeneath(target, bound))) throw new MediaError('not_bound', notBound);
    const allowed = await Promise.all(files.map(({ id, isShortcut }) => !isShortcut || roots.isBeneath(id, bound)));
    return files.filter((_file, index) => allowed[index]);
  }

  function readCached(credential: DriveAccess['credential'], { id, key }: ListRequest): Promise<DriveListing> {
    const access = withResourceKey({ credential, resourceKeys: new Map() }, id, key);
    return folders(`${credential} ${id} ${key}`, (retry) => read(id, { access, retry }));
  }

  /** By the account, only what an admin bound (behaviour §6.5); null for anything else. */
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

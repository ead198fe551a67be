// An image of a Drive file in a given size: by each way that Google offers, the most reliable first (behaviour §6.4).

import { isImageType } from '#server/media/formats/media-types.ts';
import type { FetchRequest, SafeFetch } from '#server/media/net/safe-fetch.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { DriveAccess, DriveApi, DriveItem } from './drive-api.ts';
import { createStaleIfErrorCache } from './stale-if-error-cache.ts';

/** An item of a listing, and when Google made its thumbnail link. */
export type ListedFile = { item: DriveItem; at: number; access: DriveAccess };
export type DriveThumbnails = ReturnType<typeof createDriveThumbnails>;

/** Such links work for hours; we use them for less than one. */
const linkMs = 50 * 60_000;
/** Beyond this side the whole image is requested instead of a rendition by size. */
const largestRendition = 4096;
const maxOriginalBytes = 25 * 1024 * 1024;

/** The link for another side; null where its form names no size. Side 0 means the full size. */
export function sizedLink(link: string, side: number): string | null {
  if (/=s\d+(-[a-z]+)?$/.test(link)) return link.replace(/=s\d+(-[a-z]+)?$/, `=s${side}`);
  return /([?&])sz=s\d+/.test(link) ? link.replace(/([?&])sz=s\d+/, `$1sz=s${side}`) : null;
}

/** A token is only sent to Google, or to the host that the operator configured in its place. */
function mayHaveToken(link: string, exempt: readonly string[]): boolean {
  const { protocol, hostname, origin } = new URL(link);
  return exempt.includes(origin) || (protocol === 'https:' && /\.(googleusercontent|google)\.com$/.test(hostname));
}

export function createDriveThumbnails(deps: { api: DriveApi; fetch: SafeFetch; now: () => number }) {
  const { api, fetch, now } = deps;
  const links = createStaleIfErrorCache<string | null>({ freshMs: linkMs, staleMs: linkMs, max: 2_000, now });

  function freshLink({ item: { id }, access }: ListedFile): Promise<string | null> {
    const request = { id, access, retry: true };
    return links(`${access.credential} ${id}`, async () => (await api.get(request)).thumbnailLink ?? null);
  }

  async function byLink(link: string | null | undefined, side: number, access: DriveAccess): Promise<Buffer> {
    const url = link && URL.canParse(link) ? sizedLink(link, side) : null;
    if (url === null) throw new MediaError('no_picture', 'Google Drive has no preview of this file yet.');
    const secrets = access.credential === 'account' && mayHaveToken(url, api.exempt) ? await api.bearer() : {};
    return fetch.image(url, { secrets, exempt: api.exempt });
  }

  function byAddress(base: string, path: string, options: FetchRequest = {}): Promise<Buffer> {
    return fetch.image(new URL(path, base).href, { ...options, exempt: api.exempt });
  }

  async function original({ item, access }: ListedFile): Promise<Buffer> {
    const { url, options } = await api.media({ id: item.id, access });
    return fetch.image(url, { ...options, maxBytes: maxOriginalBytes });
  }

  function isServedAsIs({ mimeType, size }: DriveItem): boolean {
    return isImageType(mimeType) && Number(size ?? 0) <= maxOriginalBytes;
  }

  /** The ways to a rendition with this side. Only public files have addresses beside their link. */
  function renditions(listed: ListedFile, side: number): (() => Promise<Buffer>)[] {
    const { item, at, access } = listed;
    const isFresh = item.thumbnailLink !== undefined && now() - at < linkMs;
    const byListedLink = () => byLink(item.thumbnailLink, side, access);
    const byFreshLink = async () => byLink(await freshLink(listed), side, access);
    const key = access.resourceKeys.get(item.id);
    const query = new URLSearchParams({
      id: item.id,
      sz: `w${side || largestRendition}`,
      ...(key ? { resourcekey: key } : {}),
    });
    const { thumbnail, content } = api.renditions;
    const byPublicUrl = [
      () => byAddress(thumbnail, `thumbnail?${query}`),
      () => byAddress(content, `d/${item.id}=s${side}${key ? `?resourcekey=${key}` : ''}`),
    ];
    return [...(isFresh ? [byListedLink] : []), byFreshLink, ...(access.credential === 'key' ? byPublicUrl : [])];
  }

  function waysTo(listed: ListedFile, side: number): (() => Promise<Buffer>)[] {
    const whole = isServedAsIs(listed.item) ? [() => original(listed)] : [];
    if (side > largestRendition) return [...whole, ...renditions(listed, 0), ...renditions(listed, largestRendition)];
    // What only the account may see has no public address, but its bytes.
    return [...renditions(listed, side), ...(listed.access.credential === 'account' ? whole : [])];
  }

  return {
    /** By the first way that works; the error of the last one when none does. */
    async get(listed: ListedFile, side: number): Promise<Buffer> {
      let last: unknown = new MediaError('no_picture', 'Google Drive has no preview of this file.');
      for (const way of waysTo(listed, side)) {
        try {
          return await way();
        } catch (error) {
          last = error;
        }
      }
      throw last;
    },
  };
}

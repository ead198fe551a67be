// A picture of a Drive file in the size of its box: by the ways that Google offers, from the surest to the last (media-links §1.4).
import type { DriveAccess, DriveApi } from './drive-api.ts';
import type { DriveItem } from './drive-item.ts';
import { isImageType } from './media-types.ts';
import type { FetchRequest, SafeFetch } from './safe-fetch.ts';
import { MediaError } from './source.ts';
import { createStaleIfErrorCache } from './stale-if-error-cache.ts';

/** An item of a listing, and when its thumbnail link was given out. */
export type ListedFile = { item: DriveItem; at: number; reach: DriveAccess };
export type DriveThumbnails = ReturnType<typeof createDriveThumbnails>;

/** Google keeps such links for hours; we for less than one. */
const linkMs = 50 * 60_000;
/** Beyond this side a rendition is no longer asked for by its size, but the whole picture. */
const largestRendition = 4096;
const mostOriginalBytes = 25 * 1024 * 1024;

/** The link for another side; null where it is of a form that names no size. Side 0 means as large as it is. */
export function sizedLink(link: string, side: number): string | null {
  if (/=s\d+(-[a-z]+)?$/.test(link)) return link.replace(/=s\d+(-[a-z]+)?$/, `=s${side}`);
  return /([?&])sz=s\d+/.test(link) ? link.replace(/([?&])sz=s\d+/, `$1sz=s${side}`) : null;
}

/** A token goes only to Google, or to what the operator named in its place. */
function mayHaveToken(link: string, exempt: readonly string[]): boolean {
  const { protocol, hostname, origin } = new URL(link);
  return exempt.includes(origin) || (protocol === 'https:' && /\.(googleusercontent|google)\.com$/.test(hostname));
}

export function createDriveThumbnails(house: { api: DriveApi; fetch: SafeFetch; now: () => number }) {
  const { api, fetch, now } = house;
  const links = createStaleIfErrorCache<string | null>({ freshMs: linkMs, staleMs: linkMs, most: 2_000, now });

  function freshLink({ item: { id }, reach }: ListedFile): Promise<string | null> {
    const wish = { id, reach, patient: true };
    return links(`${reach.access} ${id}`, async () => (await api.get(wish)).thumbnailLink ?? null);
  }

  async function byLink(link: string | null | undefined, side: number, reach: DriveAccess): Promise<Buffer> {
    const url = link && URL.canParse(link) ? sizedLink(link, side) : null;
    if (url === null) throw new MediaError('no_picture', 'Google Drive has no preview of this file yet.');
    const secrets = reach.access === 'account' && mayHaveToken(url, api.exempt) ? await api.bearer() : {};
    return fetch.picture(url, { secrets, exempt: api.exempt });
  }

  function byAddress(base: string, path: string, ask: FetchRequest = {}): Promise<Buffer> {
    return fetch.picture(new URL(path, base).href, { ...ask, exempt: api.exempt });
  }

  async function original({ item, reach }: ListedFile): Promise<Buffer> {
    const { url, ask } = await api.media({ id: item.id, reach });
    return fetch.picture(url, { ...ask, most: mostOriginalBytes });
  }

  function isShownAsIs({ mimeType, size }: DriveItem): boolean {
    return isImageType(mimeType) && Number(size ?? 0) <= mostOriginalBytes;
  }

  /** The ways to a rendition with this side. Only files that everybody may see have addresses beside their link. */
  function renditions(listed: ListedFile, side: number): (() => Promise<Buffer>)[] {
    const { item, at, reach } = listed;
    const isYoung = item.thumbnailLink !== undefined && now() - at < linkMs;
    const asListed = () => byLink(item.thumbnailLink, side, reach);
    const anew = async () => byLink(await freshLink(listed), side, reach);
    const key = reach.resourceKeys.get(item.id);
    const query = new URLSearchParams({
      id: item.id,
      sz: `w${side || largestRendition}`,
      ...(key ? { resourcekey: key } : {}),
    });
    const { thumbnail, content } = api.renditions;
    const open = [
      () => byAddress(thumbnail, `thumbnail?${query}`),
      () => byAddress(content, `d/${item.id}=s${side}${key ? `?resourcekey=${key}` : ''}`),
    ];
    return [...(isYoung ? [asListed] : []), anew, ...(reach.access === 'key' ? open : [])];
  }

  function waysTo(listed: ListedFile, side: number): (() => Promise<Buffer>)[] {
    const whole = isShownAsIs(listed.item) ? [() => original(listed)] : [];
    if (side > largestRendition) return [...whole, ...renditions(listed, 0), ...renditions(listed, largestRendition)];
    // What only the account may see has no address of its own, but its bytes.
    return [...renditions(listed, side), ...(listed.reach.access === 'account' ? whole : [])];
  }

  return {
    /** The first way that works; the fault of the last one when none does. */
    async get(listed: ListedFile, side: number): Promise<Buffer> {
      let last: unknown = new MediaError('no_picture', 'Google Drive has no preview of this file.');
      for (const way of waysTo(listed, side)) {
        try {
          return await way();
        } catch (fault) {
          last = fault;
        }
      }
      throw last;
    },
  };
}

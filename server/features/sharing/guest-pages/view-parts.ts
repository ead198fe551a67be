// What the pages of all scopes are made of: visits and pictures by their addresses under the link.
import { setTimeout as delay } from 'node:timers/promises';
import type { Guest } from '#contract/policy.ts';
import type { DatedPicture, GuestMoment, GuestPicture, SharedContent } from '#contract/sharing/guest-pages.ts';
import type { PairRequests } from '#server/features/viewpoints/alignments/pair-requests.ts';
import { coverItem, type OpenLink, type PictureOf, picturePath } from './link.ts';
import type { Looking } from './tab-content.ts';
import type { MediaReader, ShownPicture, Visit } from './visits.ts';

/** `needs`: newest first. `cover`: what previews show. `players`: the addresses of other hosts that may be framed. */
export type View = { content: SharedContent; needs: string[]; cover: PictureOf | null; players: string[] };
export type ViewReader = MediaReader & Looking & { pairs: PairRequests };
export type Reading = { reader: ViewReader; guest: Guest; link: OpenLink };

/** A slow host costs a page no more than this. */
const slowMs = 1_200;

/** Null where it takes too long: the page goes without. */
export const unlessSlow = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([work, delay(slowMs, null, { ref: false })]);

export const visitPath = ({ base }: OpenLink, { id }: Pick<Visit, 'id'>): string => `${base}/visits/${id}`;

/** The first picture of a visit by the tab where it lies. */
export function coverOf({ id, tabs }: Pick<Visit, 'id' | 'tabs'>): PictureOf | null {
  const kind = (['drone', 'indoor', 'tour360'] as const).find((tab) => tabs.includes(tab));
  return kind ? { sessionId: id, kind, item: coverItem } : null;
}

/** `look`: 'sphere' for one that is viewed from within. */
export function toDated(
  link: OpenLink,
  picture: Omit<ShownPicture, 'shownKey'>,
  look: GuestPicture['look'],
): DatedPicture {
  const { captureDate, ratio = null } = picture;
  return { path: picturePath(link, picture), look, save: link.downloads, captureDate, ratio };
}

/** Which file the cover is, and its shape, only its host says: it is neither saved under a name nor measured. */
export function coverPicture(link: OpenLink, visit: Visit, cover = coverOf(visit)): DatedPicture | null {
  if (!cover) return null;
  return { path: picturePath(link, cover), look: null, save: false, captureDate: visit.captureDate, ratio: null };
}

/** `picture`: another than the visit's cover. */
export function toMoment(
  link: OpenLink,
  visit: Visit,
  picture: GuestMoment['picture'] = coverPicture(link, visit),
): GuestMoment {
  const { captureDate, site, phase } = visit;
  return { captureDate, site, phase, picture, path: visitPath(link, visit) };
}

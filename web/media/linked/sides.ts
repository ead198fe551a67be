// What stands on each side of a comparison: kind, pictures to choose from, the chosen one, how it is shown; and what another choice changes.
import {
  fieldOfKind,
  type Media,
  type MediaItem,
  type MediaKind,
  mayBePanorama,
  mediaKinds,
  sessionMedia,
} from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { type PicturePair, sessionPairs } from '#contract/viewpoints/endpoints.ts';
import { messageOf } from '#web/lib/api/api-error.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import type { ComparisonState, SetComparison } from './comparison-params.ts';
import { otherSide, type Pair, type SideName } from './linked-viewer.ts';

// What a link can be shown as: a photo, a panorama, a map, a video, an embedded page of its host, or not at all.

/** Labels of the choice (§6.12). */
export const kindLabels: Record<MediaKind, string> = {
  drone: 'Drone Photos',
  indoor: 'Indoor Photos',
  videos: 'Videos',
  tour360: '360° Tours',
  orthomosaic: 'Orthomosaic',
};

export type Viewable =
  | { is: 'photo' | 'panorama' | 'map'; item: MediaItem }
  | { is: 'video'; player: 'file' | 'youtube' | 'vimeo'; url: string; name: string; bytes: number | null }
  /** A page of its host; a tour is covered at first. */
  | { is: 'embed'; url: string; tour: boolean; original: string | null }
  /** A GeoTIFF whose bytes the browser cannot get. */
  | { is: 'unreadable'; original: string | null; bytes: number | null }
  | { is: 'unavailable'; why: string | null; original: string | null };

/** The kinds of media that a session has, in the order of the choice. */
export function kindsOf(session: Pick<Session, (typeof fieldOfKind)[MediaKind]>): MediaKind[] {
  return mediaKinds.filter((kind) => session[fieldOfKind[kind]] !== null);
}

/** The items to choose from; plain files are no pictures. */
export function choosable(media: Media): MediaItem[] {
  return media.items.filter(({ kind }) => kind !== 'file');
}

/** Undefined: the link has nothing in it to choose (a tour, a video of a video site, a link that cannot be shown). */
export function itemOf(media: Media, id: string): MediaItem | undefined {
  const items = choosable(media);
  return items.find((item) => item.id === id) ?? items[0];
}

export function viewableOf(media: Media, item: MediaItem | undefined, kind: MediaKind): Viewable {
  return (item && ofItem(item, kind)) ?? ofLink(media, item, kind);
}

function ofItem(item: MediaItem, kind: MediaKind): Viewable | undefined {
  const { bytes, name, light } = item;
  if (item.kind === 'video' && item.fileUrl) {
    const { url, bytes: size } = light ?? { url: item.fileUrl, bytes };
    return { is: 'video', player: 'file', url, name, bytes: size };
  }
  if (item.kind === 'geotiff' && item.fileUrl) return { is: 'map', item };
  if (item.kind !== 'geotiff' && item.imageUrl) return { is: mayBePanorama(item, kind) ? 'panorama' : 'photo', item };
  return item.embedUrl ? { is: 'embed', url: item.embedUrl, tour: false, original: item.originalUrl } : undefined;
}

function ofLink(media: Media, item: MediaItem | undefined, kind: MediaKind): Viewable {
  const original = item?.originalUrl ?? media.originalUrl;
  if (media.embedUrl) {
    const player = media.provider === 'youtube' || media.provider === 'vimeo' ? media.provider : undefined;
    if (player) return { is: 'video', player, url: media.embedUrl, name: '', bytes: null };
    return { is: 'embed', url: media.embedUrl, tour: kind === 'tour360', original };
  }
  if (item?.imageUrl) return { is: 'photo', item };
  if (media.kind === 'geotiff')
    return { is: 'unreadable', original: item?.fileUrl ?? original, bytes: item?.bytes ?? null };
  return { is: 'unavailable', why: media.problem, original };
}

/** Its player fetches from another host as soon as it is rendered. */
export function isFromOtherHost(content: Viewable): boolean {
  return content.is === 'video' && content.player !== 'file';
}

/** More than a picture: it waits for a tap while data is saved. */
export function isHeavy({ is }: Viewable): boolean {
  return is === 'panorama' || is === 'map' || is === 'video' || is === 'embed';
}

const pairKinds = ['photo', 'panorama', 'map', 'video'] as const;
export type PairKind = (typeof pairKinds)[number];

/** How two sides are linked and shown together; undefined if they are shown separately. */
export function comparableAs(left: Viewable | undefined, right: Viewable | undefined): PairKind | undefined {
  if (left?.is !== right?.is) return undefined;
  return pairKinds.find((kind) => kind === left?.is);
}

/** One of the two sessions, as far as a comparison speaks of it. */
export type Visit = {
  id: number;
  /** 'Session 1'. */
  name: string;
  project: string;
  site: string;
  /** yyyy-mm-dd. */
  captureDate: string;
  /** As a person writes it. */
  date: string;
  /** The same where there is little room: 'Nov 20, 2026'. */
  day: string;
  kinds: readonly MediaKind[];
};

export type Side = {
  visit: Visit;
  /** Undefined where the visit has no media at all. */
  kind: MediaKind | undefined;
  items: readonly MediaItem[];
  item: MediaItem | undefined;
  /** How what is chosen is shown; undefined while it loads, or failed. */
  content: Viewable | undefined;
  failure: { message: string; retry: () => void; retrying: boolean } | undefined;
  /** Which of the other side's items belongs to which of this one's, by their ids, as the server says. */
  partners?: ReadonlyMap<string, string> | undefined;
  /** 'Session 1, Block A, November 15, 2026'. */
  title: string;
  /** 'Session 1 · November 15, 2026'. */
  label: string;
};

export function useSides(visits: Pair<Visit>, state: ComparisonState): Pair<Side> {
  const left = useMedia(visits.left, state.left);
  const right = useMedia(visits.right, state.right);
  const { partners, isPending } = usePartners(visits, { left: left.kind, right: right.kind });
  // Else a picture would be shown that gives way to its real counterpart at once.
  const isOpen = isPending && !(state.leftItem && state.rightItem);
  const items = chosenItems(
    { media: left.media, id: state.leftItem, partners: partners.right },
    { media: right.media, id: state.rightItem, partners: partners.left },
  );
  const side = (name: SideName, found: ReturnType<typeof useMedia>) => ({
    ...sideOf(visits[name], isOpen ? { ...found, media: undefined } : found, items[name]),
    partners: partners[name],
  });
  return { left: side('left', left), right: side('right', right) };
}

/** Nothing where the server cannot say. */
function usePartners(visits: Pair<Visit>, kinds: Pair<MediaKind | undefined>) {
  const query = { with: visits.right.id, kind: kinds.left ?? 'drone', otherKind: kinds.right ?? 'drone' };
  const enabled = kinds.left !== undefined && kinds.left === kinds.right;
  const { data, isLoading } = useApiQuery(sessionPairs, { params: { id: visits.left.id }, query }, { enabled });
  return { isPending: isLoading, partners: partnersFrom((enabled && data?.pairs) || []) };
}

/** The surest come first, and so last into the map. */
export function partnersFrom(pairs: readonly PicturePair[]): Pair<ReadonlyMap<string, string>> {
  const surestLast = pairs.toReversed();
  return {
    left: new Map(surestLast.map(({ own, other }) => [own, other])),
    right: new Map(surestLast.map(({ own, other }) => [other, own])),
  };
}

/** The first kind there is stands chosen (§6.12). */
function useMedia(visit: Visit, wanted: MediaKind | undefined) {
  const kind = visit.kinds.find((each) => each === wanted) ?? visit.kinds[0];
  const query = useApiQuery(
    sessionMedia,
    { params: { id: visit.id, kind: kind ?? 'drone' } },
    { enabled: kind !== undefined },
  );
  const failure = query.error && {
    message: messageOf(query.error),
    retry: () => void query.refetch(),
    retrying: query.isFetching,
  };
  return { kind, media: query.data, failure: query.data ? undefined : (failure ?? undefined) };
}

function sideOf(
  visit: Visit,
  { kind, media, failure }: ReturnType<typeof useMedia>,
  item: MediaItem | undefined,
): Side {
  return {
    visit,
    kind,
    items: media ? choosable(media) : [],
    item,
    content: media && kind ? viewableOf(media, item, kind) : undefined,
    failure,
    title: [visit.name, visit.site, visit.date].join(', '),
    label: `${visit.name} · ${visit.date}`,
  };
}

/** `partners`: of the other side's items, those of this one. */
type Chosen = {
  media: Media | undefined;
  id: string;
  partners?: ReadonlyMap<string, string> | undefined;
};

/** A side without a choice of its own takes the counterpart of the other; with none at all, the left one shows its first. */
export function chosenItems(left: Chosen, right: Chosen): Pair<MediaItem | undefined> {
  const [one, other] = [itemIn(left), itemIn(right)];
  const leading = one.chosen ?? partnerIn(left, other.chosen) ?? one.first;
  return { left: leading, right: other.chosen ?? partnerIn(right, leading) ?? other.first };
}

function itemIn({ media, id }: Chosen) {
  const first = media && itemOf(media, id);
  return { first, chosen: first && first.id === id ? first : undefined };
}

function partnerIn({ media, partners }: Chosen, item: MediaItem | undefined): MediaItem | undefined {
  const partner = item && partners?.get(item.id);
  return media && partner !== undefined ? choosable(media).find(({ id }) => id === partner) : undefined;
}

type Change = Parameters<SetComparison>[0];

/** Another picture is shown whole, and lies on its counterpart as it was taken. */
const freshView: Change = { view: [], shift: [] };

/** Locked, the other side follows where it can. */
export function withKind(
  sides: Pair<Side>,
  side: SideName,
  { kind, locked }: { kind: MediaKind; locked: boolean },
): Change {
  const other = otherSide(side);
  const follows = locked && sides[other].visit.kinds.includes(kind);
  return {
    ...freshView,
    [side]: kind,
    [`${side}Item`]: '',
    ...(follows && { [other]: kind, [`${other}Item`]: '' }),
  };
}

export function withItem(sides: Pair<Side>, side: SideName, { id, locked }: { id: string; locked: boolean }): Change {
  const other = otherSide(side);
  const [mine, theirs] = [sides[side], sides[other]];
  const partner = locked ? theirs.items.find((each) => each.id === mine.partners?.get(id)) : undefined;
  const shown = partner ?? theirs.item;
  return { ...freshView, [`${side}Item`]: id, ...(shown && { [`${other}Item`]: shown.id }) };
}

/** The left side leads where both have pictures to step through. */
export function withStep(sides: Pair<Side>, by: 1 | -1, locked: boolean): Change | undefined {
  const side = sides.left.items.length > 1 ? 'left' : 'right';
  const { items, item } = sides[side];
  const next = items.length > 1 ? neighbour(items, item?.id, by) : undefined;
  if (!next) return undefined;
  const change = withItem(sides, side, { id: next.id, locked: true });
  if (locked || side === 'right') return change;
  const right = neighbour(sides.right.items, sides.right.item?.id, by);
  return { ...change, ...(right && { rightItem: right.id }) };
}

/** The next (1) or previous (-1) of a row, around its ends. */
export function neighbour<Item extends { id: string }>(items: readonly Item[], id: string | undefined, by: 1 | -1) {
  const at = Math.max(
    0,
    items.findIndex((item) => item.id === id),
  );
  return items[(at + by + items.length) % items.length];
}

// What stands on each side: kind, pictures to choose from, the chosen one, and how it is shown.
import { type Media, type MediaItem, type MediaKind, sessionMedia } from '#contract/media.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import type { ComparisonState } from './comparison-params.ts';
import { matchImage } from './match-image.ts';
import type { SideName } from './modes.ts';
import { choosable, itemOf, type Viewable, viewableOf } from './viewable.ts';

/** One of the two sessions, as far as a comparison speaks of it. */
export type Visit = {
  id: number;
  /** 'Session 1'. */
  name: string;
  project: string;
  site: string;
  /** As a person writes it. */
  date: string;
  kinds: readonly MediaKind[];
};

export type Side = {
  visit: Visit;
  /** Undefined where the visit has no media at all. */
  kind: MediaKind | undefined;
  items: readonly MediaItem[];
  item: MediaItem | undefined;
  /** Undefined while it is on its way, or failed. */
  face: Viewable | undefined;
  failure: { message: string; retry: () => void; retrying: boolean } | undefined;
  /** 'Session 1, Block A, November 15, 2026'. */
  title: string;
  /** 'Session 1 · November 15, 2026'. */
  label: string;
};

export function useSides(visits: Record<SideName, Visit>, state: ComparisonState): Record<SideName, Side> {
  const left = useMedia(visits.left, state.left);
  const right = useMedia(visits.right, state.right);
  const items = chosenItems(
    { media: left.media, kind: left.kind, id: state.leftItem },
    { media: right.media, kind: right.kind, id: state.rightItem },
  );
  return { left: sideOf(visits.left, left, items.left), right: sideOf(visits.right, right, items.right) };
}

/** The first kind there is stands chosen (pages §2). */
function useMedia(visit: Visit, wanted: MediaKind | undefined) {
  const kind = visit.kinds.find((each) => each === wanted) ?? visit.kinds[0];
  const found = useApiQuery(
    sessionMedia,
    { params: { id: visit.id, kind: kind ?? 'drone' } },
    { enabled: kind !== undefined },
  );
  const failure = found.error && {
    message: messageOf(found.error),
    retry: () => void found.refetch(),
    retrying: found.isFetching,
  };
  return { kind, media: found.data, failure: found.data ? undefined : (failure ?? undefined) };
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
    face: media && kind ? viewableOf(media, item, kind) : undefined,
    failure,
    title: [visit.name, visit.site, visit.date].join(', '),
    label: `${visit.name} · ${visit.date}`,
  };
}

type Chosen = { media: Media | undefined; kind: MediaKind | undefined; id: string };

/** A side without a choice of its own takes the counterpart of what is chosen on the other; with none at all, both show their first. */
export function chosenItems(left: Chosen, right: Chosen): Record<SideName, MediaItem | undefined> {
  const [one, other] = [itemIn(left), itemIn(right)];
  return {
    left: one.chosen ?? counterpartIn(left, right, other.chosen) ?? one.first,
    right: other.chosen ?? counterpartIn(right, left, one.chosen) ?? other.first,
  };
}

function itemIn({ media, id }: Chosen) {
  const first = media && itemOf(media, id);
  return { first, chosen: first && first.id === id ? first : undefined };
}

function counterpartIn(mine: Chosen, theirs: Chosen, item: MediaItem | undefined): MediaItem | undefined {
  if (!item || !mine.media || !theirs.media || mine.kind !== theirs.kind) return undefined;
  return matchImage(item, choosable(theirs.media), choosable(mine.media));
}

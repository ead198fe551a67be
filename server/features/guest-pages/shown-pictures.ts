// The pictures of a shared viewpoint and of a shared comparison.
import { type Kysely, sql } from 'kysely';
import type { MediaKind } from '#contract/media.ts';
import type { Guest } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { shownKey } from '#server/db/taken-back.ts';
import { pairVisits } from '#server/features/viewpoints/pairs.ts';
import { visiblePictures } from '#server/visibility.ts';
import type { OpenLink } from './link.ts';
import { listVisits, type MediaReader, readTab, type Visit } from './visits.ts';

/** A picture by the visit, tab and id that its address names. */
export type ShownPicture = { sessionId: number; shownKey: string; kind: MediaKind; item: string; captureDate: string };
export type SharedViewpoint = {
  name: string;
  site: string | null;
  kind: 'photo' | 'panorama';
  pictures: ShownPicture[];
};

/** Oldest first. */
export async function readViewpoint(db: Kysely<Tables>, guest: Guest): Promise<SharedViewpoint | null> {
  const id = guest.grant.viewpointId;
  const found = await sql<Omit<SharedViewpoint, 'pictures'>>`
    select v.name, si.name as site, v.kind from viewpoints v left join sites si on si.id = v.site_id
    where v.id = ${id}`.execute(db);
  const [viewpoint] = found.rows;
  if (!viewpoint) return null;
  const pictures = await sql<ShownPicture>`
    select vp.session_id as "sessionId", ${shownKey('s')} as "shownKey", vp.media_kind as kind, vp.file as item, vp.capture_date as "captureDate"
    from ${visiblePictures(guest, sql`vp.viewpoint_id = ${id}`)} vp join sessions_released s on s.id = vp.session_id
    where vp.file is not null order by vp.capture_date, vp.session_id`.execute(db);
  return { ...viewpoint, pictures: pictures.rows };
}

export type SharedPair = { older: ShownPicture; newer: ShownPicture };
export type SharedComparison = { older: Visit; newer: Visit; pairs: SharedPair[] };

/** A comparison of whole visits opens with so many pairs of pictures. */
const maxPairs = 24;
const tabsWithPhotos: readonly MediaKind[] = ['drone', 'indoor', 'tour360'];

function shownOf(visit: Visit, kind: MediaKind, item: string): ShownPicture {
  const { id, captureDate } = visit;
  return { sessionId: id, shownKey: visit.shownKey, kind, item, captureDate };
}

async function pairsOf(
  reader: MediaReader,
  guest: Guest,
  visits: { older: Visit; newer: Visit },
): Promise<SharedPair[]> {
  const { older, newer } = visits;
  const kind = tabsWithPhotos.find((tab) => older.tabs.includes(tab) && newer.tabs.includes(tab));
  if (!kind) return [];
  const tabs = { own: { id: newer.id, kind }, other: { id: older.id, kind } };
  const pairs = await pairVisits(reader, guest, { ...tabs, kinds: ['image'] }).catch(() => []);
  return pairs
    .slice(0, maxPairs)
    .map(({ own, other }) => ({ older: shownOf(older, kind, other), newer: shownOf(newer, kind, own) }));
}

/** The two pictures that were chosen, where both are still among what is released. */
async function chosenPair(
  reader: MediaReader,
  guest: Guest,
  { first, second, link }: { first: Visit; second: Visit; link: OpenLink },
) {
  const [one, two] = link.pictures ?? [];
  if (!one || !two) return null;
  const isThere = async (visit: Visit, { mediaKind, item }: typeof one) =>
    (await readTab(reader, guest, { id: visit.id, kind: mediaKind })).files.some(
      ({ id, kind }) => id === item && kind === 'image',
    );
  if (!(await isThere(first, one)) || !(await isThere(second, two))) return null;
  return [shownOf(first, one.mediaKind, one.item), shownOf(second, two.mediaKind, two.item)] as const;
}

/** Null where one of the two visits is no longer there. */
export async function readComparison(
  reader: MediaReader,
  guest: Guest,
  link: OpenLink,
): Promise<SharedComparison | null> {
  const visits = await listVisits(reader.db, guest, { limit: 2 });
  const first = visits.find(({ id }) => id === link.sessionId);
  const second = visits.find(({ id }) => id === link.otherSessionId);
  const [newer, older] = visits;
  if (!first || !second || !newer || !older) return null;
  const chosen = await chosenPair(reader, guest, { first, second, link });
  if (!chosen) return { older, newer, pairs: await pairsOf(reader, guest, { older, newer }) };
  const [left, right] = first.id === older.id ? chosen : chosen.toReversed();
  return { older, newer, pairs: left && right ? [{ older: left, newer: right }] : [] };
}

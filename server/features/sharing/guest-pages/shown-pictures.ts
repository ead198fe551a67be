// The pictures of a shared viewpoint and of a shared comparison.
import { type Kysely, sql } from 'kysely';
import type { Homography } from '#contract/geometry/homography.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Guest } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { shownKey } from '#server/db/taken-back.ts';
import { loadAlignment } from '#server/features/viewpoints/alignments/stored.ts';
import { pairVisits } from '#server/features/viewpoints/pairs.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { visiblePictures } from '#server/visibility.ts';
import type { OpenLink } from './link.ts';
import { listVisits, type MediaReader, readTab, type Visit } from './visits.ts';

/** A picture by the visit, tab and id in its address. */
export type ShownPicture = {
  sessionId: number;
  shownKey: string;
  kind: MediaKind;
  item: string;
  captureDate: string;
  /** Width by height; null or left out if not known. */
  ratio?: number | null;
};
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

/** `matrix`: from shares of the older picture to shares of the newer one, if the two were aligned. */
export type SharedPair = { older: ShownPicture; newer: ShownPicture; matrix: Homography | null };
export type SharedComparison = { older: Visit; newer: Visit; pairs: SharedPair[] };

/** A comparison of whole visits opens with this many pairs of pictures. */
const maxPairs = 24;
const tabsWithPhotos: readonly MediaKind[] = ['drone', 'indoor', 'tour360'];

type Versioned = ShownPicture & { version: string; file: SourceFile };
type Comparing = { reader: MediaReader; guest: Guest };

/** The pictures of a tab that are released, by their ids. */
async function picturesIn(
  { reader, guest }: Comparing,
  { id: sessionId, shownKey: key, captureDate }: Visit,
  kind: MediaKind,
): Promise<Map<string, Versioned>> {
  const { files } = await readTab(reader, guest, { id: sessionId, kind });
  const images = files.filter((file) => file.kind === 'image');
  return new Map(
    images.map((file) => {
      const { id: item, version } = file;
      return [item, { sessionId, shownKey: key, kind, item, captureDate, version, file }];
    }),
  );
}

async function ratioOf(file: SourceFile): Promise<number | null> {
  const { width, height } = (await file.metadata?.()) ?? file;
  return width && height ? width / height : null;
}

async function toPair(
  { reader }: Comparing,
  older: Versioned | undefined,
  newer: Versioned | undefined,
): Promise<SharedPair | null> {
  if (!older || !newer) return null;
  const of = ({ item, version }: Versioned) => ({ file: item, version });
  const found = await loadAlignment(reader.db, { older: of(older), newer: of(newer) });
  const shaped = async ({ file, version: _, ...picture }: Versioned) => ({ ...picture, ratio: await ratioOf(file) });
  return { older: await shaped(older), newer: await shaped(newer), matrix: found?.matrix ?? null };
}

async function pairsOf(comparing: Comparing, { older, newer }: { older: Visit; newer: Visit }): Promise<SharedPair[]> {
  const { reader, guest } = comparing;
  const kind = tabsWithPhotos.find((tab) => older.tabs.includes(tab) && newer.tabs.includes(tab));
  if (!kind) return [];
  const tabs = { own: { id: newer.id, kind }, other: { id: older.id, kind } };
  const found = await pairVisits(reader, guest, { ...tabs, kinds: ['image'] }).catch(() => []);
  const [olders, newers] = [await picturesIn(comparing, older, kind), await picturesIn(comparing, newer, kind)];
  const pairs: SharedPair[] = [];
  for (const { own, other } of found.slice(0, maxPairs)) {
    const pair = await toPair(comparing, olders.get(other), newers.get(own));
    if (pair) pairs.push(pair);
  }
  return pairs;
}

/** The two pictures that were chosen, if both are still among what is released. */
async function chosenPair(
  comparing: Comparing,
  { first, second, link }: { first: Visit; second: Visit; link: OpenLink },
  older: Visit,
): Promise<SharedPair | null> {
  const [one, two] = link.pictures ?? [];
  if (!one || !two) return null;
  const left = (await picturesIn(comparing, first, one.mediaKind)).get(one.item);
  const right = (await picturesIn(comparing, second, two.mediaKind)).get(two.item);
  return first.id === older.id ? toPair(comparing, left, right) : toPair(comparing, right, left);
}

/** Null if one of the two visits no longer exists. */
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
  const chosen = await chosenPair({ reader, guest }, { first, second, link }, older);
  return { older, newer, pairs: chosen ? [chosen] : await pairsOf({ reader, guest }, { older, newer }) };
}

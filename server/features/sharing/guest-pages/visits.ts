// The visits that a guest sees with what was released of each, and the pictures of a shared viewpoint and of a shared comparison.
import { type Kysely, sql } from 'kysely';
import type { Homography } from '#contract/geometry/homography.ts';
import type { Link, LinkHosts } from '#contract/links/link.ts';
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { Guest } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { companyDay } from '#server/db/settings/company-settings.ts';
import { shownKey } from '#server/db/taken-back.ts';
import { mediaErrorMessage } from '#server/features/media/media-errors.ts';
import { linkColumn, listVisibleFiles, loadSessionLink } from '#server/features/media/session-link.ts';
import type { PairRequests } from '#server/features/viewpoints/alignments/pair-requests.ts';
import { pairVisits } from '#server/features/viewpoints/pairs.ts';
import { type SpanPicture, shownPictureColumns } from '#server/features/viewpoints/widest-span.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';
import { visiblePictures, visibleSessions } from '#server/visibility.ts';
import type { OpenLink } from './link.ts';

export type Visit = {
  id: number;
  /** As `needs` of a watched page names it. */
  shownKey: string;
  /** yyyy-mm-dd */
  captureDate: string;
  site: string | null;
  phase: string | null;
  notes: string | null;
  /** The tabs with a link. */
  tabs: MediaKind[];
};

/** What one tab of a visit holds: its files, and where it is shown elsewhere. */
export type Tab = {
  kind: MediaKind;
  link: Link | null;
  /** As it was entered. */
  text: string | null;
  files: SourceFile[];
  problem: string | null;
};

const linkedTabs = sql.join(
  mediaKinds.map((kind) => sql`case when ${sql.ref(`s.${linkColumn(kind)}`)} is not null then ${sql.lit(kind)} end`),
);

/** As an address names it; null for what is none. */
export function visitIdOf(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

type Which = { id?: number; limit: number; offset?: number };

/** Newest first. */
export async function listVisits(db: Kysely<Tables>, guest: Guest, { id, limit, offset = 0 }: Which): Promise<Visit[]> {
  const found = await sql<Visit>`
    select s.id, ${shownKey('s')} as "shownKey", s.capture_date as "captureDate", si.name as site, s.phase, s.notes,
      array_remove(array[${linkedTabs}], null) as tabs
    from sessions_released s left join sites si on si.id = s.site_id
    where ${visibleSessions(guest)} ${id === undefined ? sql`` : sql`and s.id = ${id}`}
    order by s.capture_date desc, s.id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db);
  return found.rows;
}

/** `lastDays`: how many days ago the newest one was, by the company's calendar. */
export type VisitSum = { visits: number; since: string | null; lastDays: number | null; sites: string[] };

/** Of all that the guest sees. */
export async function sumVisits(db: Kysely<Tables>, guest: Guest): Promise<VisitSum> {
  const found = await sql<VisitSum>`select count(*)::integer as visits, min(s.capture_date) as since,
      ${companyDay()} - max(s.capture_date) as "lastDays",
      coalesce(array_agg(distinct si.name) filter (where si.id is not null), '{}') as sites
    from sessions_released s left join sites si on si.id = s.site_id where ${visibleSessions(guest)}`.execute(db);
  return found.rows[0] as VisitSum;
}

export type MediaReader = { db: Kysely<Tables>; hosts: LinkHosts; source: MediaSource };

/** Where it cannot be listed, the sentence that clients read. */
export async function readTab(reader: MediaReader, guest: Guest, tab: { id: number; kind: MediaKind }): Promise<Tab> {
  const linked = await loadSessionLink(reader, guest, tab);
  const { kind } = tab;
  const { link, text } = linked;
  try {
    return { kind, link, text, files: (await listVisibleFiles(reader.source, linked)) ?? [], problem: null };
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return { kind, link, text, files: [], problem: mediaErrorMessage(error, linked) };
  }
}

/** Pictures of viewpoints before all others, in the order of the viewpoints. */
export async function bestFirst(
  db: Kysely<Tables>,
  guest: Guest,
  { id, tabs }: { id: number; tabs: readonly Tab[] },
): Promise<Tab[]> {
  const found = await sql<{ file: string }>`select vp.file
    from ${visiblePictures(guest, sql`vp.session_id = ${id}`)} vp join viewpoints v on v.id = vp.viewpoint_id
    where vp.file is not null and v.retired_at is null order by v.position, v.id`.execute(db);
  const placed = new Map(found.rows.map(({ file }, nth) => [file, nth]));
  const placeOf = ({ id: file }: SourceFile) => placed.get(file) ?? placed.size;
  return tabs.map((tab) => ({ ...tab, files: tab.files.toSorted((one, other) => placeOf(one) - placeOf(other)) }));
}

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
  pictures: SpanPicture[];
};

/** Oldest first. */
export async function readViewpoint(db: Kysely<Tables>, guest: Guest): Promise<SharedViewpoint | null> {
  const id = guest.grant.viewpointId;
  const found = await sql<Omit<SharedViewpoint, 'pictures'>>`
    select v.name, si.name as site, v.kind from viewpoints v left join sites si on si.id = v.site_id
    where v.id = ${id}`.execute(db);
  const [viewpoint] = found.rows;
  if (!viewpoint) return null;
  const pictures = await sql<SpanPicture>`
    select ${shownPictureColumns}
    from ${visiblePictures(guest, sql`vp.viewpoint_id = ${id}`)} vp join sessions_released s on s.id = vp.session_id
    where vp.file is not null order by vp.capture_date, vp.session_id`.execute(db);
  return { ...viewpoint, pictures: pictures.rows };
}

/** `matrix`: from shares of the older picture to shares of the newer one, if the two were aligned. */
export type SharedPair = { older: ShownPicture; newer: ShownPicture; matrix: Homography | null };
export type SharedComparison = { older: Visit; newer: Visit; pairs: SharedPair[] };

/** A comparison of whole visits opens with this many pairs of pictures. */
const maxPairs = 24;
/** Of these so many are aligned because guests look at them: each is a second or more of work. */
const maxAskedPairs = 4;
const tabsWithPhotos: readonly MediaKind[] = ['drone', 'indoor', 'tour360'];

type Versioned = ShownPicture & { version: string; link: string; file: SourceFile };
type Comparing = { reader: MediaReader & { pairs: PairRequests }; guest: Guest };

/** The pictures of a tab that are released, by their ids. */
async function picturesIn(
  { reader, guest }: Comparing,
  { id: sessionId, shownKey: key, captureDate }: Visit,
  kind: MediaKind,
): Promise<Map<string, Versioned>> {
  const { files, text } = await readTab(reader, guest, { id: sessionId, kind });
  const images = files.filter((file) => file.kind === 'image');
  return new Map(
    images.map((file) => {
      const { id: item, version } = file;
      return [item, { sessionId, shownKey: key, kind, item, captureDate, version, link: text ?? '', file }];
    }),
  );
}

async function ratioOf(file: SourceFile): Promise<number | null> {
  const { width, height } = (await file.metadata?.()) ?? file;
  return width && height ? width / height : null;
}

type Pairing = { older: Versioned | undefined; newer: Versioned | undefined; overlaid: boolean; asks: boolean };

/** `overlaid`: the older one is shown over the newer one. `asks`: the alignment is asked for if it is not known. */
async function toPair({ reader }: Comparing, { older, newer, overlaid, asks }: Pairing): Promise<SharedPair | null> {
  if (!older || !newer) return null;
  const isFlat = older.kind !== 'tour360' && newer.kind !== 'tour360';
  const matrix = overlaid && isFlat ? await reader.pairs.alignment({ older, newer, asks }) : null;
  const shaped = async ({ file, version: _, link: __, ...picture }: Versioned) => ({
    ...picture,
    ratio: await ratioOf(file),
  });
  return { older: await shaped(older), newer: await shaped(newer), matrix };
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
    const asks = pairs.length < maxAskedPairs;
    const pair = await toPair(comparing, { older: olders.get(other), newer: newers.get(own), overlaid: true, asks });
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
  const overlaid = link.view?.mode !== 'side' && link.view?.aligned !== false;
  return first.id === older.id
    ? toPair(comparing, { older: left, newer: right, overlaid, asks: true })
    : toPair(comparing, { older: right, newer: left, overlaid, asks: true });
}

/** Null if one of the two visits no longer exists. */
export async function readComparison(
  reader: Comparing['reader'],
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

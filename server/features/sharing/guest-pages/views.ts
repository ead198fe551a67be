// What each scope of a share link shows, as plain data, with what must hold for it to stay.
import type { Guest } from '#contract/policy.ts';
import type { DatedPicture, GuestVisit, SharedContent } from '#contract/sharing/guest-pages.ts';
import { zipOffer } from './guest-zip.ts';
import { coverItem, type OpenLink, type PictureOf, picturePath } from './link.ts';
import { reportContent } from './shared-report.ts';
import { guestStages } from './stages.ts';
import { type Looking, tabContent } from './tab-content.ts';
import {
  listVisits,
  type MediaReader,
  readComparison,
  readTab,
  readViewpoint,
  type ShownPicture,
  type Visit,
} from './visits.ts';

/** `needs`: newest first. `cover`: what previews show. `players`: the addresses of other hosts that may be framed. */
export type View = { content: SharedContent; needs: string[]; cover: PictureOf | null; players: string[] };
type Reading = { reader: MediaReader & Looking; guest: Guest; link: OpenLink };

const visitsPerPage = 24;

/** The first picture of a visit by the tab where it lies. */
function coverOf({ id, tabs }: Visit): PictureOf | null {
  const kind = (['drone', 'indoor', 'tour360'] as const).find((tab) => tabs.includes(tab));
  return kind ? { sessionId: id, kind, item: coverItem } : null;
}

function toGuestVisit(link: OpenLink, visit: Visit): GuestVisit {
  const { id, captureDate, site, phase } = visit;
  const cover = coverOf(visit);
  return { path: `${link.base}/visits/${id}`, captureDate, site, phase, cover: cover && picturePath(link, cover) };
}

/** `isPanorama`: it is shown from within. */
function toDated(link: OpenLink, picture: ShownPicture, isPanorama: boolean): DatedPicture {
  const { captureDate, ratio = null } = picture;
  const look = isPanorama ? 'sphere' : null;
  return { path: picturePath(link, picture), look, save: link.downloads, captureDate, ratio };
}

const needOf = ({ shownKey }: Pick<ShownPicture, 'shownKey'>) => shownKey;

/** By whoever had a PIN for it; the live sample is nobody's. */
function acknowledgingOf({ pinSeal, sharedBy }: OpenLink): 'offered' | 'needsPin' | 'no' {
  if (sharedBy === null) return 'no';
  return pinSeal === null ? 'needsPin' : 'offered';
}

/** All that is released of the project, newest first, as it grows. */
async function projectView({ reader, guest, link }: Reading, page: number): Promise<View> {
  const offset = (page - 1) * visitsPerPage;
  const found = await listVisits(reader.db, guest, { limit: visitsPerPage + 1, offset });
  const visits = found.slice(0, visitsPerPage);
  const [first] = visits;
  const content = {
    kind: 'project' as const,
    base: link.base,
    project: link.projectName,
    visits: visits.map((visit) => toGuestVisit(link, visit)),
    page,
    hasMore: found.length > visitsPerPage,
    stages: page === 1 ? await guestStages(reader.db, link) : [],
    acknowledging: acknowledgingOf(link),
  };
  return { content, needs: visits.map(needOf), cover: first ? coverOf(first) : null, players: [] };
}

/** Null for a visit that the guest does not see. */
export async function visitView({ reader, guest, link }: Reading, id: number): Promise<View | null> {
  const [visit] = await listVisits(reader.db, guest, { id, limit: 1 });
  if (!visit) return null;
  const files = await Promise.all(visit.tabs.map((kind) => readTab(reader, guest, { id, kind })));
  const tabs = await Promise.all(files.map((tab) => tabContent(tab, { link, sessionId: id, looking: reader })));
  const { captureDate, site, phase, notes } = visit;
  const content = {
    kind: 'visit' as const,
    project: link.projectName,
    all: link.scope === 'project' ? link.base : null,
    ...{ captureDate, site, phase, notes, tabs },
    zip: zipOffer(link, id, files),
  };
  const players = tabs.flatMap(({ player }) => (player && player !== 'left out' ? [player.address] : []));
  return { content, needs: [visit.shownKey], cover: coverOf(visit), players };
}

async function viewpointView({ reader, guest, link }: Reading): Promise<View | null> {
  const viewpoint = await readViewpoint(reader.db, guest);
  if (!viewpoint) return null;
  const { name, site, kind, pictures } = viewpoint;
  const shown = pictures.map((picture) => toDated(link, picture, kind === 'panorama'));
  const content = { kind: 'viewpoint' as const, project: link.projectName, name, site, pictures: shown };
  return { content, needs: pictures.toReversed().map(needOf), cover: pictures.at(-1) ?? null, players: [] };
}

async function comparisonView({ reader, guest, link }: Reading): Promise<View | null> {
  const comparison = await readComparison(reader, guest, link);
  if (!comparison) return null;
  const { older, newer, pairs } = comparison;
  const content: SharedContent = {
    kind: 'comparison',
    project: link.projectName,
    visits: [toGuestVisit(link, older), toGuestVisit(link, newer)],
    pairs: pairs.map((pair) => {
      const arePanoramas = pair.older.kind === 'tour360' && pair.newer.kind === 'tour360';
      const dated = (picture: ShownPicture) => toDated(link, picture, arePanoramas);
      return { older: dated(pair.older), newer: dated(pair.newer), matrix: pair.matrix };
    }),
    view: link.view,
  };
  return { content, needs: [older.shownKey, newer.shownKey], cover: pairs[0]?.newer ?? coverOf(newer), players: [] };
}

/** Null where nothing of it is released any more. */
async function reportView({ reader, link }: Reading): Promise<View | null> {
  const found = await reportContent(reader.db, link);
  return found && { ...found, cover: null, players: [] };
}

/** What the link's own address shows; null where what was shared is gone. */
export async function mainView(reading: Reading, page: number): Promise<View | null> {
  const { scope, sessionId } = reading.link;
  if (scope === 'report') return reportView(reading);
  if (scope === 'project') return projectView(reading, page);
  if (scope === 'session') return visitView(reading, sessionId ?? 0);
  return scope === 'viewpoint' ? viewpointView(reading) : comparisonView(reading);
}

// What each scope of a share link shows, as plain data, with what must hold for it to stay.
import type { GuestMoment, SharedContent } from '#contract/sharing/guest-pages.ts';
import { filmPath } from './film.ts';
import { zipOffer } from './guest-zip.ts';
import { type PictureOf, picturePath } from './link.ts';
import { projectView } from './project-view.ts';
import { reportContent, visitReportPath } from './shared-report.ts';
import { tabContent, videoWithPicture } from './tab-content.ts';
import { videoCover } from './video-cover.ts';
import { coverOf, type Reading, toDated, toMoment, type View } from './view-parts.ts';
import { bestFirst, listVisits, readComparison, readTab, readViewpoint, type ShownPicture } from './visits.ts';

export type { View } from './view-parts.ts';

/** Newer ones may have no pictures. */
const maxPreviewVisits = 24;

/** Null for a visit that the guest does not see. */
export async function visitView({ reader, guest, link }: Reading, id: number): Promise<View | null> {
  const [visit] = await listVisits(reader.db, guest, { id, limit: 1 });
  if (!visit) return null;
  const listed = await Promise.all(visit.tabs.map((kind) => readTab(reader, guest, { id, kind })));
  const files = await bestFirst(reader.db, guest, { id, tabs: listed });
  const tabs = await Promise.all(files.map((tab) => tabContent(tab, { link, sessionId: id, looking: reader })));
  const { captureDate, site, phase, notes } = visit;
  const picture = coverOf(visit);
  const content = {
    kind: 'visit' as const,
    project: link.projectName,
    all: link.scope === 'project' ? link.base : null,
    ...{ captureDate, site, phase, notes, tabs },
    poster: picture && `${picturePath(link, picture)}/s400`,
    zip: zipOffer(link, id, listed),
    report: visitReportPath(link, visit),
  };
  const players = tabs.flatMap(({ player }) => (player && player !== 'left out' ? [player.address] : []));
  const videos = picture ? undefined : listed.find(({ kind }) => kind === 'videos');
  const cover = videos ? await videoWithPicture(videos, { link, sessionId: id, looking: reader }) : picture;
  return { content, needs: [visit.shownKey], cover, players };
}

async function viewpointView({ reader, guest, link }: Reading): Promise<View | null> {
  const viewpoint = await readViewpoint(reader.db, guest);
  if (!viewpoint) return null;
  const { name, site, kind, pictures } = viewpoint;
  const look = kind === 'panorama' ? 'sphere' : null;
  const moments = pictures.map((picture): GuestMoment => {
    const shown = toDated(link, picture, look);
    return { captureDate: picture.captureDate, site: null, phase: null, picture: shown, path: null };
  });
  const film = kind === 'photo' ? filmPath(link, pictures) : null;
  const content = { kind: 'viewpoint' as const, base: link.base, project: link.projectName, name, site, moments, film };
  const needs = pictures.map(({ shownKey }) => shownKey).reverse();
  return { content, needs, cover: pictures.at(-1) ?? null, players: [] };
}

async function comparisonView({ reader, guest, link }: Reading): Promise<View | null> {
  const comparison = await readComparison(reader, guest, link);
  if (!comparison) return null;
  const { older, newer, pairs } = comparison;
  const content: SharedContent = {
    kind: 'comparison',
    project: link.projectName,
    visits: [toMoment(link, older), toMoment(link, newer)],
    pairs: pairs.map((pair) => {
      const look = pair.older.kind === 'tour360' && pair.newer.kind === 'tour360' ? 'sphere' : null;
      const dated = (picture: ShownPicture) => toDated(link, picture, look);
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

/** What a messenger shows of it: of a project its newest picture, else that of its newest video, without gathering the page. */
export async function previewCover(reading: Reading): Promise<PictureOf | null> {
  const { reader, guest, link } = reading;
  if (link.scope !== 'project') return (await mainView(reading, 1))?.cover ?? null;
  const visits = await listVisits(reader.db, guest, { limit: maxPreviewVisits });
  const picture = visits.map(coverOf).find((cover) => cover !== null);
  return picture ?? (await videoCover(reading, visits))?.picture ?? null;
}

/** What the link's own address shows; null where what was shared is gone. */
export async function mainView(reading: Reading, page: number): Promise<View | null> {
  const { scope, sessionId } = reading.link;
  if (scope === 'report') return reportView(reading);
  if (scope === 'project') return projectView(reading, page);
  if (scope === 'session') return visitView(reading, sessionId ?? 0);
  return scope === 'viewpoint' ? viewpointView(reading) : comparisonView(reading);
}

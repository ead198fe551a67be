// What a shared project shows: its newest picture from above, then and now, all visits on a line of time, and what the newest of them hold.
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { GuestMoment, GuestPair, GuestTab, LatestTab } from '#contract/sharing/guest-pages.ts';
import { type Span, type SpanPicture, widestSpan } from '#server/features/viewpoints/widest-span.ts';
import { filmPath } from './film.ts';
import { type OpenLink, picturePath } from './link.ts';
import { visitReportPath } from './shared-report.ts';
import { guestStages } from './stages.ts';
import { tabContent } from './tab-content.ts';
import { videoCover } from './video-cover.ts';
import {
  coverOf,
  coverPicture,
  type Reading,
  toDated,
  toMoment,
  unlessSlow,
  type View,
  visitPath,
} from './view-parts.ts';
import { listVisits, readTab, sumVisits, type Visit } from './visits.ts';

/** On one line of time; older visits have pages of their own. */
const maxMoments = 500;
const maxNotes = 5;
const maxReports = 5;
/** Of each kind, of the newest visit that has any; the page of the visit has all. */
const most = { photos: 6, videos: 2, maps: 1 };
const latestKinds = ['videos', 'tour360', 'orthomosaic'] as const satisfies readonly MediaKind[];

/** By whoever had a PIN for it; the live sample is nobody's. */
function acknowledgingOf({ pinSeal, sharedBy }: OpenLink): 'offered' | 'needsPin' | 'no' {
  if (sharedBy === null) return 'no';
  return pinSeal === null ? 'needsPin' : 'offered';
}

type Filmed = Awaited<ReturnType<typeof videoCover>>;

/** Of the newest video, where no visit has a picture. */
function videoPicture(link: OpenLink, filmed: Filmed) {
  const picture = filmed && coverPicture(link, filmed.visit, filmed.picture);
  return picture && { ...picture, of: 'video' as const };
}

type Chosen = { span: Span | null; filmed: Filmed };

function momentsOf(link: OpenLink, visits: readonly Visit[], { span, filmed }: Chosen): GuestMoment[] {
  const placed = new Map(span?.pictures.map((picture) => [picture.sessionId, picture]));
  return visits.map((visit): GuestMoment => {
    const own = placed.get(visit.id);
    if (visit.id === filmed?.visit.id) return toMoment(link, visit, videoPicture(link, filmed));
    return own ? toMoment(link, visit, toDated(link, own, null)) : toMoment(link, visit);
  });
}

/** The newest one from above; the viewpoint's own where it is of that visit, since its shape is known. */
function newestFromAbove(link: OpenLink, visits: readonly Visit[], span: Span | null): GuestMoment['picture'] {
  const visit = visits.find(({ tabs }) => tabs.includes('drone'));
  if (!visit) {
    const other = visits.find((one) => coverOf(one) !== null);
    return other ? coverPicture(link, other) : null;
  }
  const own = span?.newest;
  if (own?.sessionId === visit.id && own.kind === 'drone') return toDated(link, own, null);
  return coverPicture(link, visit);
}

/** With what the page opens. */
function openingOf(link: OpenLink, visits: readonly Visit[], { span, filmed }: Chosen) {
  const picture = newestFromAbove(link, visits, span);
  return picture ? { ...picture, of: 'site' as const } : videoPicture(link, filmed);
}

async function pairOf({ reader, link }: Reading, span: Span): Promise<GuestPair & { name: string }> {
  const { name, first: older, newest: newer } = span;
  const matrix = await reader.pairs.alignment({ older, newer, asks: true });
  const dated = (picture: SpanPicture) => toDated(link, picture, null);
  return { name, older: dated(older), newer: dated(newer), matrix };
}

function shortened({ maps, videos, photos, ...tab }: GuestTab): GuestTab {
  return {
    ...tab,
    maps: maps.slice(0, most.maps),
    videos: videos.slice(0, most.videos),
    photos: photos.slice(0, most.photos),
  };
}

async function latestTab(
  { reader, guest, link }: Reading,
  visits: readonly Visit[],
  kind: (typeof latestKinds)[number],
): Promise<LatestTab[]> {
  const visit = visits.find(({ tabs }) => tabs.includes(kind));
  if (!visit) return [];
  const { id, captureDate } = visit;
  const read = async () =>
    tabContent(await readTab(reader, guest, { id, kind }), { link, sessionId: id, looking: reader });
  // Else a link to the visit stands in place of its files.
  const tab = await unlessSlow(read());
  const cover = coverOf(visit);
  const poster = cover && `${picturePath(link, cover)}/s400`;
  return [{ kind, captureDate, path: visitPath(link, visit), poster, tab: tab && shortened(tab) }];
}

function notesOf(link: OpenLink, visits: readonly Visit[]) {
  return visits
    .flatMap((visit) => (visit.notes ? [{ ...visit, notes: visit.notes }] : []))
    .slice(0, maxNotes)
    .map((visit) => ({ captureDate: visit.captureDate, path: visitPath(link, visit), notes: visit.notes }));
}

function reportsOf(link: OpenLink, visits: readonly Visit[]) {
  return visits.slice(0, maxReports).flatMap(({ id, captureDate, site }) => {
    const path = visitReportPath(link, { id });
    return path === null ? [] : [{ captureDate, site, path }];
  });
}

/** All that is released of the project, as it grows. `page`: from 1; the first one shows more than the visits. */
export async function projectView(reading: Reading, page: number): Promise<View> {
  const { reader, guest, link } = reading;
  const found = await listVisits(reader.db, guest, { limit: maxMoments + 1, offset: (page - 1) * maxMoments });
  const visits = found.slice(0, maxMoments);
  const isFirst = page === 1;
  const newest = visits.find((visit) => coverOf(visit) !== null);
  const [span, sum, latest, stages, filmed] = await Promise.all([
    widestSpan(reader.db, guest, link.projectId),
    sumVisits(reader.db, guest),
    isFirst ? Promise.all(latestKinds.map((kind) => latestTab(reading, visits, kind))) : [],
    isFirst ? guestStages(reader.db, link) : [],
    newest ? null : videoCover(reading, visits),
  ]);
  const tabs = latest.flat();
  const content = {
    kind: 'project' as const,
    base: link.base,
    project: link.projectName,
    ...sum,
    cover: isFirst ? openingOf(link, visits, { span, filmed }) : null,
    pair: isFirst && span ? await pairOf(reading, span) : null,
    moments: momentsOf(link, visits, { span, filmed }).reverse(),
    film: isFirst ? filmPath(link, span?.pictures ?? []) : null,
    page,
    hasMore: found.length > maxMoments,
    stages,
    acknowledging: acknowledgingOf(link),
    latest: tabs,
    reports: isFirst ? reportsOf(link, visits) : [],
    notes: isFirst ? notesOf(link, visits) : [],
  };
  const players = tabs.flatMap(({ tab }) => (tab?.player && tab.player !== 'left out' ? [tab.player.address] : []));
  const cover = newest ? coverOf(newest) : (filmed?.picture ?? null);
  return { content, needs: visits.map(({ shownKey }) => shownKey), cover, players };
}

// What each scope of a share link shows, as HTML with what must hold for it to stay.
import type { Guest } from '#contract/policy.ts';
import { zipOffer } from './guest-zip.ts';
import { type Html, html } from './html.ts';
import { dayOf } from './layout.ts';
import type { OpenLink } from './link.ts';
import { type Looking, looksOf } from './looks.ts';
import { coverItem, datedPhoto, loadingOf, pictureUrl, playerOf, tabSection } from './media-parts.ts';
import { pairOf } from './pair-view.ts';
import { reportView } from './shared-report.ts';
import { readComparison, readViewpoint, type ShownPicture } from './shown-pictures.ts';
import { listVisits, type MediaReader, readTab, type Visit } from './visits.ts';

/** `needs`: newest first. `cover`: what previews show. `players`: the addresses of other hosts that may be framed. */
export type View = { title: string; body: Html; needs: string[]; cover: string | null; players: string[] };
type Reading = { reader: MediaReader & Looking; guest: Guest; link: OpenLink };

const visitsPerPage = 24;

const phaseWords = (phase: string | null) => phase && phase.charAt(0).toUpperCase() + phase.slice(1);

function factsOf({ site, phase }: Visit): string {
  return [site, phaseWords(phase)].filter(Boolean).join(' · ');
}

/** The first picture of a visit by the tab where it lies. */
function coverOf(visit: Visit, link: OpenLink, size: 's400' | 's800'): string | null {
  const kind = (['drone', 'indoor', 'tour360'] as const).find((tab) => visit.tabs.includes(tab));
  return kind ? pictureUrl(link, { sessionId: visit.id, kind, item: coverItem }, size) : null;
}

function visitCard(visit: Visit, link: OpenLink, first = false): Html {
  const cover = coverOf(visit, link, 's400');
  const facts = factsOf(visit);
  return html`<li class="card"><a href="${link.base}/visits/${visit.id}"><span class="photo">${
    cover && html`<img src="${cover}" alt=""${loadingOf(first)}>`
  }</span><p><strong>${dayOf(visit.captureDate)}</strong>${facts && html`<span class="muted">${facts}</span>`}</p></a></li>`;
}

/** All that is released of the project, newest first, as it grows. */
export async function projectView({ reader, guest, link }: Reading, page: number): Promise<View> {
  const offset = (page - 1) * visitsPerPage;
  const found = await listVisits(reader.db, guest, { limit: visitsPerPage + 1, offset });
  const visits = found.slice(0, visitsPerPage);
  const [first] = visits;
  const hasMore = found.length > visitsPerPage;
  const body = html`<main><h1>${link.projectName}</h1><p class="muted">Progress of the site, visit by visit</p>
<h2>Visits</h2>${
    visits.length > 0
      ? html`<ul class="grid">${visits.map((visit, at) => visitCard(visit, link, at === 0))}</ul>`
      : html`<p class="muted">Nothing was released yet. What is released appears here.</p>`
  }${
    (page > 1 || hasMore) &&
    html`<nav class="pages" aria-label="Pages">${page > 1 && html`<a href="${link.base}?page=${page - 1}">Newer visits</a>`}${
      hasMore && html`<a href="${link.base}?page=${page + 1}">Older visits</a>`
    }</nav>`
  }</main>`;
  const cover = first ? coverOf(first, link, 's800') : null;
  return { title: link.projectName, body, needs: visits.map(needOf), cover, players: [] };
}

/** Null for a visit that the guest does not see. */
export async function visitView({ reader, guest, link }: Reading, id: number): Promise<View | null> {
  const [visit] = await listVisits(reader.db, guest, { id, limit: 1 });
  if (!visit) return null;
  const tabs = await Promise.all(visit.tabs.map((kind) => readTab(reader, guest, { id, kind })));
  const sections = await Promise.all(
    tabs.map(async (tab, at) =>
      tabSection(tab, { sessionId: id, link, looks: await looksOf(tab, reader), first: at === 0 }),
    ),
  );
  const title = `${link.projectName}, ${dayOf(visit.captureDate)}`;
  const facts = factsOf(visit);
  const players = link.players ? tabs.flatMap((tab) => playerOf(tab) ?? []) : [];
  const body = html`<main>${link.scope === 'project' && html`<a class="back" href="${link.base}">All visits</a>`}
<h1>${link.projectName}</h1><p>Visit of ${dayOf(visit.captureDate)}</p>${facts && html`<p class="muted">${facts}</p>`}${
    visit.notes && html`<p class="notes">${visit.notes}</p>`
  }${zipOffer(link, id, tabs)}${sections.length > 0 ? sections : html`<p class="muted">Nothing is linked to this visit.</p>`}</main>`;
  return { title, body, needs: [visit.shownKey], cover: coverOf(visit, link, 's800'), players };
}

const needOf = ({ shownKey }: Pick<ShownPicture, 'shownKey'>) => shownKey;

async function viewpointView({ reader, guest, link }: Reading): Promise<View | null> {
  const viewpoint = await readViewpoint(reader.db, guest);
  if (!viewpoint) return null;
  const { name, site, kind, pictures } = viewpoint;
  const newest = pictures.at(-1);
  const body = html`<main><h1>${name}</h1><p class="muted">${[link.projectName, site].filter(Boolean).join(' · ')}</p>
<h2>The same place, visit after visit</h2>${
    pictures.length > 0
      ? html`<div class="grid">${pictures.map((picture, at) => datedPhoto(link, { ...picture, look: kind === 'panorama' ? 'sphere' : undefined, first: at === 0 }))}</div>`
      : html`<p class="muted">No released visit has a picture of it.</p>`
  }</main>`;
  const cover = newest ? pictureUrl(link, newest, 's800') : null;
  return { title: `${name}, ${link.projectName}`, body, needs: pictures.toReversed().map(needOf), cover, players: [] };
}

async function comparisonView({ reader, guest, link }: Reading): Promise<View | null> {
  const comparison = await readComparison(reader, guest, link);
  if (!comparison) return null;
  const { older, newer, pairs } = comparison;
  const days = `${dayOf(older.captureDate)} and ${dayOf(newer.captureDate)}`;
  const body = html`<main><h1>${link.projectName}</h1><p>${days}</p>${
    pairs.length > 0
      ? html`<div class="pairs">${pairs.map((pair, at) => pairOf(pair, link, at === 0))}</div>`
      : html`<p class="muted">No pictures of these two visits belong together.</p>`
  }<h2>Both visits</h2><ul class="grid">${[older, newer].map((visit) => visitCard(visit, link))}</ul></main>`;
  const cover = pairs[0] ? pictureUrl(link, pairs[0].newer, 's800') : coverOf(newer, link, 's800');
  return { title: `${link.projectName}: ${days}`, body, needs: [older.shownKey, newer.shownKey], cover, players: [] };
}

/** What the link's own address shows; null where what was shared is gone. */
export async function mainView(reading: Reading, page: number): Promise<View | null> {
  const { scope, sessionId } = reading.link;
  if (scope === 'report') return reportView(reading.reader.db, reading.link);
  if (scope === 'project') return projectView(reading, page);
  if (scope === 'session') return visitView(reading, sessionId ?? 0);
  return scope === 'viewpoint' ? viewpointView(reading) : comparisonView(reading);
}

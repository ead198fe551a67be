// A shared report: what it is of, and its file, which is the guest's edition and leads back to the share (behaviour §16.7).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { ReportState } from '#contract/sharing/reports.ts';
import type { Tables } from '#server/db/schema.ts';
import { shownKey } from '#server/db/taken-back.ts';
import type { ReportDesk } from '#server/features/sharing/reports/desk.ts';
import { type Gathered, projectClient, type ReportDependencies } from '#server/features/sharing/reports/gather.ts';
import { gatherPeriodReport } from '#server/features/sharing/reports/period-report.ts';
import { gatherSessionReport } from '#server/features/sharing/reports/session-report.ts';
import { reportHeaders, reportSubject } from '#server/features/sharing/reports.ts';
import { notFound, Problem } from '#server/lib/problem.ts';
import { html } from './html.ts';
import { dayOf, renderPage } from './layout.ts';
import { guestOf, type OpenLink } from './link.ts';
import { sendPage } from './responses.ts';
import type { GuestWatch } from './watch.ts';

export type SharedReports = ReportDependencies & { db: Kysely<Tables>; desk: ReportDesk; watch: GuestWatch };
type Asked = { link: OpenLink; request: FastifyRequest; reply: FastifyReply };
type ReportedVisit = { shownKey: string; captureDate: string; site: string | null };

const refreshSeconds = 2;

/** Those that the report is made of, newest first, as far as they are released. */
async function visitsOf(db: Kysely<Tables>, { projectId, sessionId, report }: OpenLink): Promise<ReportedVisit[]> {
  if (report === null) return [];
  const which =
    report.of === 'period' ? sql`s.capture_date between ${report.from} and ${report.to}` : sql`s.id = ${sessionId}`;
  const found = await sql<ReportedVisit>`
    select ${shownKey('s')} as "shownKey", s.capture_date as "captureDate", si.name as site
    from sessions_released s left join sites si on si.id = s.site_id
    where s.project_id = ${projectId} and ${which} order by s.capture_date desc, s.id desc`.execute(db);
  return found.rows;
}

const keysOf = (visits: readonly ReportedVisit[]) => visits.map((visit) => visit.shownKey);

function wordsOf(
  { report }: OpenLink,
  visits: readonly ReportedVisit[],
): { kind: string; days: string; facts: string } {
  if (report?.of === 'period') {
    const days = `${dayOf(report.from)} to ${dayOf(report.to)}`;
    return { kind: 'Progress report', days, facts: visits.length === 1 ? '1 visit' : `${visits.length} visits` };
  }
  const [visit] = visits;
  return { kind: 'Session report', days: dayOf(visit?.captureDate ?? ''), facts: visit?.site ?? '' };
}

/** Null where nothing of it is released any more. */
export async function reportView(db: Kysely<Tables>, link: OpenLink) {
  const visits = await visitsOf(db, link);
  if (visits.length === 0) return null;
  const { kind, days, facts } = wordsOf(link, visits);
  const body = html`<main><h1>${link.projectName}</h1><p>${kind}, ${days}</p>${facts && html`<p class="muted">${facts}</p>`}
<p class="act"><a class="button" rel="nofollow" href="${link.base}/report">Report (PDF)</a></p>
<p class="muted">It is made when you open it, which may take a minute. It names no person and no position.</p></main>`;
  return {
    title: `${link.projectName}: ${kind}, ${days}`,
    body,
    needs: keysOf(visits),
    cover: null,
    players: [] as string[],
  };
}

/** As the project's client sees what is released, without persons, concerns and positions. */
async function gather(deps: SharedReports, link: OpenLink): Promise<Gathered> {
  const { report, projectId, sessionId, base } = link;
  if (report === null) throw notFound('Report');
  const { reader } = await projectClient(deps.db, projectId);
  const address = deps.publicUrl === null ? null : { url: deps.publicUrl + base, words: 'Open what was shared' };
  const gathering = { ...deps, reader, edition: 'guest' as const, link: address };
  if (report.of === 'period') return gatherPeriodReport(gathering, { ...report, projectId });
  return gatherSessionReport(gathering, { id: sessionId ?? 0, pictures: report.pictures });
}

/** All who hold one link are one reader. */
const readerOf = ({ id }: OpenLink) => -id;

async function order(deps: SharedReports, link: OpenLink): Promise<ReportState> {
  const { projectId, sessionId } = link;
  const of =
    sessionId === null ? ({ kind: 'project', id: projectId } as const) : ({ kind: 'session', id: sessionId } as const);
  const subject = await reportSubject(deps.db, { ...of, projectId });
  const share = link.tokenHash === null ? {} : { share: link.tokenHash };
  return deps.desk.order({ ...(await gather(deps, link)), ...share, person: readerOf(link), subject });
}

/** How far it is that was ordered before; in another process, or when it was forgotten, it is ordered again. */
async function progress(deps: SharedReports, link: OpenLink, waitsFor: unknown): Promise<ReportState> {
  if (typeof waitsFor !== 'string') return order(deps, link);
  try {
    return deps.desk.state(readerOf(link), waitsFor);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return order(deps, link);
    throw error;
  }
}

function sentenceOf({ state, ahead, done, total }: ReportState): string {
  if (state === 'waiting')
    return ahead > 0 ? `Waiting: ${ahead === 1 ? '1 report' : `${ahead} reports`} before it` : 'Waiting for its turn';
  if (state === 'aligning') return `Aligning the pictures: ${done} of ${total === 1 ? '1 pair' : `${total} pairs`}`;
  return total > 0 ? `Picture ${done} of ${total}` : 'Gathering what stands in it';
}

/** Starts its making, says how far it is, and leads to the file: a page that needs no script. */
export async function sendReportPage(deps: SharedReports, { link, request, reply }: Asked): Promise<FastifyReply> {
  if (link.scope !== 'report') throw notFound('Report');
  const brand = await deps.brand();
  const title = 'Report (PDF)';
  const [here, file] = [`${link.base}/report`, `${link.base}/report/file`];
  // A link scanner, such as a mail filter, starts nothing.
  if (request.method === 'HEAD') return sendPage(reply, '');
  const { wait } = request.query as { wait?: unknown };
  const state = await progress(deps, link, wait);
  if (state.state === 'ready' && wait === undefined) return reply.redirect(file, 303);
  const back = html`<p><a class="back" href="${link.base}">Back</a></p>`;
  if (state.state === 'failed') {
    const body = html`<main><h1>The report was not made</h1>${state.problem === null ? '' : html`<p>${state.problem}</p>`}<p><a href="${here}" rel="nofollow">Try again</a></p>${back}</main>`;
    return sendPage(reply.code(503), renderPage({ brand, title, body, script: null }));
  }
  if (state.state === 'ready') {
    const body = html`<main><h1>The report is ready</h1><p class="act"><a class="button" rel="nofollow" href="${file}">Save report</a></p>${back}</main>`;
    return sendPage(reply, renderPage({ brand, title, body, script: null, refresh: { seconds: 0, url: file } }));
  }
  const body = html`<main><h1>The report is being made</h1><p role="status">${sentenceOf(state)}</p>
<p class="muted">This page goes on by itself.</p>${back}</main>`;
  const refresh = { seconds: refreshSeconds, url: `${here}?wait=${state.key}` };
  return sendPage(reply, renderPage({ brand, title, body, script: null, refresh }));
}

/** Made of what is released now, else it is made again; cut off when the link, or what it is made of, ends. */
export async function sendReportFile(deps: SharedReports, { link, request, reply }: Asked): Promise<FastifyReply> {
  if (link.scope !== 'report') throw notFound('Report');
  const { desk, watch, db } = deps;
  const { key, state } = await order(deps, link);
  if (state !== 'ready') return reply.redirect(`${link.base}/report?wait=${key}`, 303);
  const { body, bytes, name } = await desk.file(readerOf(link), key);
  const cut = () => void reply.raw.destroy();
  const needs = keysOf(await visitsOf(db, link));
  const forget = watch.add({ guest: guestOf(link), tokenHash: link.tokenHash, needs, end: cut, cut });
  reply.raw.once('close', forget);
  reply.headers({ ...reportHeaders({ name, bytes }), 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  if (request.method !== 'HEAD' && !reply.raw.destroyed) return reply.send(body);
  body.destroy();
  return reply.send('');
}

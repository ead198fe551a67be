// Reports for guests: what a shared one is of, and the file of it or of a visit of a shared project, in the guest's edition (behaviour §16.7).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { ReportState } from '#contract/sharing/endpoints.ts';
import type { ReportOf, SharedContent } from '#contract/sharing/guest-pages.ts';
import type { Tables } from '#server/db/schema.ts';
import { shownKey } from '#server/db/taken-back.ts';
import { packToDraw, stageOfPlace } from '#server/features/sharing/packs/content.ts';
import { findNumbered, packFileName, readContent } from '#server/features/sharing/packs/pack-rows.ts';
import type { ReportDesk } from '#server/features/sharing/reports/desk.ts';
import { type Gathered, projectClient, type ReportDependencies } from '#server/features/sharing/reports/gather.ts';
import { gatherPeriodReport } from '#server/features/sharing/reports/period-report.ts';
import { gatherSessionReport } from '#server/features/sharing/reports/session-report.ts';
import { reportHeaders, reportSubject } from '#server/features/sharing/reports.ts';
import { notFound, Problem } from '#server/lib/problem.ts';
import { guestOf, type OpenLink } from './link.ts';
import { type GuestPageParts, sendEmpty, sendNotice } from './responses.ts';
import { visitIdOf } from './visits.ts';
import type { GuestWatch } from './watch.ts';

export type SharedReports = ReportDependencies &
  GuestPageParts & { db: Kysely<Tables>; desk: ReportDesk; watch: GuestWatch };
type Asked = { link: OpenLink; request: FastifyRequest; reply: FastifyReply };
type ReportedVisit = { shownKey: string; captureDate: string; site: string | null };

/** As the dialog offers it first. */
const usualPictures = 24;

/** The address of a visit's report, where the link offers one: of a whole project, to be kept. */
export function visitReportPath({ scope, downloads, base }: OpenLink, { id }: { id: number }): string | null {
  return scope === 'project' && downloads ? `${base}/visits/${id}/report` : null;
}

/** The report that an address names, as a link to it: the link's own, or that of one visit of a shared project. */
function reportedLink({ link, request }: Asked): OpenLink {
  const { id } = request.params as { id?: string };
  if (id === undefined && link.scope === 'report') return link;
  const visit = id === undefined ? null : visitIdOf(id);
  if (visit === null || visitReportPath(link, { id: visit }) === null) throw notFound('Report');
  return {
    ...link,
    sessionId: visit,
    report: { of: 'session', pictures: usualPictures },
    base: `${link.base}/visits/${visit}`,
  };
}

/** Those that the report is made of, newest first, as far as they are released. */
async function visitsOf(db: Kysely<Tables>, { projectId, sessionId, report }: OpenLink): Promise<ReportedVisit[]> {
  if (report === null || report.of === 'pack') return [];
  const which =
    report.of === 'period' ? sql`s.capture_date between ${report.from} and ${report.to}` : sql`s.id = ${sessionId}`;
  const found = await sql<ReportedVisit>`
    select ${shownKey('s')} as "shownKey", s.capture_date as "captureDate", si.name as site
    from sessions_released s left join sites si on si.id = s.site_id
    where s.project_id = ${projectId} and ${which} order by s.capture_date desc, s.id desc`.execute(db);
  return found.rows;
}

const keysOf = (visits: readonly ReportedVisit[]) => visits.map((visit) => visit.shownKey);

function reportOf({ report }: OpenLink, visits: readonly ReportedVisit[]): ReportOf {
  if (report?.of === 'period') return { of: 'period', from: report.from, to: report.to, visits: visits.length };
  const [visit] = visits;
  return { of: 'session', captureDate: visit?.captureDate ?? '', site: visit?.site ?? null };
}

/** Its stages with what of them is confirmed to date: the last column of its sheets. */
async function packOf(
  db: Kysely<Tables>,
  { projectId }: OpenLink,
  { number, from, to }: { number: number; from: string; to: string },
): Promise<ReportOf | null> {
  const pack = await findNumbered(db, { projectId, number });
  if (!pack) return null;
  const { report } = await readContent(db, pack.id, 'guest');
  const rows = report.pack?.sheets.flatMap(({ table }) => table.rows) ?? [];
  const stages = rows.flatMap((row) => {
    const [name, last] = [row[0], row.at(-1)];
    if (typeof name !== 'string' || typeof last !== 'object' || last.url === null) return [];
    return [{ id: stageOfPlace(last.url), name, confirmed: last.text }];
  });
  return { of: 'pack', number, from, to, stages };
}

/** Null where nothing of it is released any more. `needs`: what it is made of. */
export async function reportContent(
  db: Kysely<Tables>,
  link: OpenLink,
): Promise<{ content: SharedContent; needs: string[] } | null> {
  const { projectName: project, base } = link;
  if (link.report?.of === 'pack') {
    const report = await packOf(db, link, link.report);
    return report && { content: { kind: 'report', project, report, path: `${base}/report` }, needs: [] };
  }
  const visits = await visitsOf(db, link);
  if (visits.length === 0) return null;
  const content = { kind: 'report' as const, project, report: reportOf(link, visits), path: `${base}/report` };
  return { content, needs: keysOf(visits) };
}

/** As the project's client sees what is released, without persons, concerns and positions. */
async function gather(deps: SharedReports, link: OpenLink): Promise<Gathered & { madeAt?: string }> {
  const { report, projectId, sessionId, base } = link;
  if (report === null) throw notFound('Report');
  const { reader } = await projectClient(deps.db, projectId);
  const address = deps.publicUrl === null ? null : { url: deps.publicUrl + base, words: 'Open the shared page' };
  const gathering = { ...deps, reader, edition: 'guest' as const, link: address };
  if (report.of === 'pack') {
    const pack = await findNumbered(deps.db, { projectId, number: report.number });
    if (!pack) throw notFound('Report');
    const page = address?.url ?? null;
    const addresses = {
      project: page,
      stage: (id: number) => page && `${page}#stage-${id}`,
      words: 'Open the shared page',
    };
    const content = await readContent(deps.db, pack.id, 'guest');
    return {
      ...(await packToDraw(gathering, content, { pack: { ...pack, name: packFileName(pack) }, addresses })),
      madeAt: pack.madeAt,
    };
  }
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

/** Starts its making, says how far it is, and leads to the file: a page that needs no script. */
export async function sendReportPage(deps: SharedReports, asked: Asked): Promise<FastifyReply> {
  const { request, reply } = asked;
  const link = reportedLink(asked);
  // A link scanner, such as a mail filter, starts nothing.
  if (request.method === 'HEAD') return sendEmpty(reply);
  const { base } = link;
  const { wait } = request.query as { wait?: unknown };
  const { key, state, ahead, done, total, problem } = await progress(deps, link, wait);
  if (state === 'failed') return sendNotice(deps, reply.code(503), { kind: 'reportFailed', base, problem });
  if (state !== 'ready')
    return sendNotice(deps, reply, { kind: 'reportMaking', base, progress: { key, state, ahead, done, total } });
  if (wait === undefined) return reply.redirect(`${base}/report/file`, 303);
  return sendNotice(deps, reply, { kind: 'reportReady', base });
}

/** Made of what is released now, else it is made again; cut off when the link, or what it is made of, ends. */
export async function sendReportFile(deps: SharedReports, asked: Asked): Promise<FastifyReply> {
  const { request, reply } = asked;
  const link = reportedLink(asked);
  const { desk, watch, db } = deps;
  const { key, state } = await order(deps, link);
  if (state !== 'ready') return reply.redirect(`${link.base}/report?wait=${key}`, 303);
  const { body, bytes, name } = await desk.file(readerOf(link), key);
  const cut = () => void reply.raw.destroy();
  const needs = keysOf(await visitsOf(db, link));
  const held = { guest: guestOf(asked.link), tokenHash: link.tokenHash, needs, end: cut, cut };
  const forget = watch.add(link.scope === 'project' ? { ...held, downloads: true } : held);
  reply.raw.once('close', forget);
  reply.headers({ ...reportHeaders({ name, bytes }), 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  if (request.method !== 'HEAD' && !reply.raw.destroyed) return reply.send(body);
  body.destroy();
  return reply.send('');
}

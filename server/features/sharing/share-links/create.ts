// Makes share links: what may be shared is what the sharer sees and what is released.
import { sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import { can, type Person } from '#contract/policy.ts';
import { maxReportSessions, type ShareRules, type StoredReport, shareDaysLabels } from '#contract/sharing/endpoints.ts';
import type { NewShareLink } from '#contract/sharing/share-links-routes.ts';
import { countRows } from '#server/db/count-rows.ts';
import type { Tables } from '#server/db/schema.ts';
import { readShareRules } from '#server/db/settings/setting-rows.ts';
import { isSubjectThere } from '#server/db/share-links.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { findNumbered } from '#server/features/sharing/packs/pack-rows.ts';
import { forbidden, invalid, notFound } from '#server/lib/problem.ts';
import { requireProject } from '#server/visibility/lock-session.ts';
import { isVisible } from '#server/visibility.ts';
import type { PinSealer } from './secrets.ts';

type Wanted = z.output<typeof NewShareLink>;
type Subject = {
  session_id: number | null;
  other_session_id: number | null;
  viewpoint_id: number | null;
  report: string | null;
};

const notReleased = 'Only what is released can be shared';
const day = 24 * 3_600_000;
const usualDays = 30;
/** A device that counts its days may be ahead of us. */
const clockGrace = 3_600_000;

/** 404 for what the sharer does not see or what is of another project, 400 for what is not released. */
async function requireSession(
  tx: Transaction<Tables>,
  actor: Person,
  { id, field, projectId }: { id: number | null | undefined; field: string; projectId: number },
): Promise<number> {
  if (id == null) throw invalid(field, 'Choose a session to share');
  if (!(await isVisible(tx, actor, { kind: 'session', id }))) throw notFound('Session');
  const found = await sql<{ released: boolean }>`
    select released_record_id is not null as released from sessions where id = ${id} and project_id = ${projectId}`.execute(
    tx,
  );
  const [session] = found.rows;
  if (!session) throw notFound('Session');
  if (!session.released) throw invalid(field, notReleased);
  return id;
}

async function requireViewpoint(
  tx: Transaction<Tables>,
  actor: Person,
  { id, projectId }: { id: number | null | undefined; projectId: number },
): Promise<number> {
  if (id == null) throw invalid('viewpointId', 'Choose a viewpoint to share');
  if (!(await isVisible(tx, actor, { kind: 'viewpoint', id }))) throw notFound('Viewpoint');
  const found = await sql`select 1 from viewpoints where id = ${id} and project_id = ${projectId}`.execute(tx);
  if (found.rows.length === 0) throw notFound('Viewpoint');
  return id;
}

/** A pack that the project has, and that is still given out. */
async function packOf(tx: Transaction<Tables>, of: { projectId: number; number: number }): Promise<StoredReport> {
  const pack = await findNumbered(tx, of);
  if (!pack) throw invalid('report', 'The project has no pack with this number');
  if (pack.withdrawn) throw invalid('report', 'A picture in this pack has been taken back since: make it again first');
  const { number, from, to } = pack;
  return { of: 'pack', number, from, to };
}

/** Of a session its report, else that of the project over some days in which something was released. */
async function reportOf(
  tx: Transaction<Tables>,
  { projectId, sessionId, report }: Wanted & { projectId: number },
): Promise<string> {
  if (report == null) throw invalid('report', 'Choose a report to share');
  if (report.of === 'session') {
    if (sessionId == null) throw invalid('sessionId', 'Choose the session of the report');
    return JSON.stringify(report);
  }
  if (sessionId != null) throw invalid('report', 'Choose how many pictures the session report contains');
  if (report.of === 'pack') return JSON.stringify(await packOf(tx, { projectId, number: report.number }));
  if (report.from > report.to) throw invalid('report', 'The period ends before it begins');
  const visits = sql`sessions_released s where s.project_id = ${projectId} and s.capture_date between ${report.from} and ${report.to}`;
  const count = await countRows(tx, visits);
  if (count === 0) throw invalid('report', 'Nothing was released in this period');
  if (count > maxReportSessions)
    throw invalid('report', 'This period has too many sessions for a report: choose a shorter one');
  return JSON.stringify(report);
}

async function subjectOf(
  tx: Transaction<Tables>,
  actor: Person,
  wanted: Wanted & { projectId: number },
): Promise<Subject> {
  const { scope, projectId } = wanted;
  const none = { session_id: null, other_session_id: null, viewpoint_id: null, report: null };
  const session = (id: number | null | undefined, field: string) => requireSession(tx, actor, { id, field, projectId });
  if (scope === 'project') return none;
  if (scope === 'viewpoint')
    return { ...none, viewpoint_id: await requireViewpoint(tx, actor, { id: wanted.viewpointId, projectId }) };
  if (scope === 'report') {
    const report = await reportOf(tx, wanted);
    return {
      ...none,
      report,
      session_id: wanted.sessionId == null ? null : await session(wanted.sessionId, 'sessionId'),
    };
  }
  const own = { ...none, session_id: await session(wanted.sessionId, 'sessionId') };
  if (scope === 'session') return own;
  if (wanted.otherSessionId === wanted.sessionId) throw invalid('otherSessionId', 'Choose two different sessions');
  return { ...own, other_session_id: await session(wanted.otherSessionId, 'otherSessionId') };
}

/** 400 for the past, and for more than the company allows: a year, or so many days. */
function expiryOf(expiresAt: string | null | undefined, { longestDays }: ShareRules, now: number): Date {
  const at = expiresAt == null ? now + Math.min(usualDays, longestDays) * day : Date.parse(expiresAt);
  const latest = new Date(now + longestDays * day);
  if (longestDays === 365) {
    latest.setTime(now);
    latest.setUTCFullYear(latest.getUTCFullYear() + 1);
  }
  if (at <= now) throw invalid('expiresAt', 'The end of a link must be in the future');
  if (at > latest.getTime() + clockGrace)
    throw invalid('expiresAt', `A link lasts for at most ${shareDaysLabels[longestDays].toLowerCase()}`);
  return new Date(at);
}

/** Browsers keep the cookie of a PIN from frames on other sites, and nobody should type one there; a report is a file. */
function requireEmbeddable({ embedSites, pin, scope }: Wanted): void {
  if (embedSites.length === 0) return;
  if (pin != null) throw invalid('embedSites', 'A link with a PIN cannot be embedded');
  if (scope === 'report') throw invalid('embedSites', 'A report cannot be embedded');
}

type New = { actor: Person; projectId: number; wanted: Wanted; tokenHash: string; sealer: PinSealer };

/** Returns the link's id. @throws 404, 403 for viewers, 400. */
export async function insertLink({ tx }: WriteContext, { actor, projectId, wanted, tokenHash, sealer }: New) {
  const relation = await requireProject(tx, actor, projectId);
  if (!can.shareFrom(actor, relation)) throw forbidden("Viewers can't share this project");
  const subject = await subjectOf(tx, actor, { ...wanted, projectId });
  const { scope, recipient, pin, downloads, players, embedSites, questions } = wanted;
  const rules = await readShareRules(tx);
  if (rules.pinAlways && pin == null) throw invalid('pin', 'Every link needs a PIN here');
  if (downloads && !rules.downloads) throw invalid('downloads', 'Links cannot allow downloads here');
  requireEmbeddable(wanted);
  const pictures = scope === 'comparison' && wanted.pictures ? JSON.stringify(wanted.pictures) : null;
  const made = await tx
    .insertInto('share_links')
    .values({
      ...subject,
      token_hash: tokenHash,
      scope,
      project_id: projectId,
      pictures,
      view: pictures !== null && wanted.view ? JSON.stringify(wanted.view) : null,
      recipient,
      pin_seal: pin == null ? null : sealer.seal(pin),
      downloads,
      players,
      embed_sites: embedSites,
      questions,
      expires_at: expiryOf(wanted.expiresAt, rules, Date.now()),
      shared_by: actor.id,
    })
    .returning(['id', isSubjectThere('share_links').as('isThere')])
    .executeTakeFirstOrThrow();
  // Sessions were asked one by one; a viewpoint has a picture of a released one.
  if (!made.isThere) throw invalid('viewpointId', notReleased);
  return made.id;
}

// Plans visits, changes, skips and removes them: admins' acts, each with its entry in the audit log (behaviour §33.1).
import { sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { AuditAct } from '#contract/overview/audit-log.ts';
import type { PlannedVisit } from '#contract/planned-visits/endpoints.ts';
import type { NewPlannedVisit, PlannedVisitEdit, Skip } from '#contract/planned-visits/routes.ts';
import { can, type Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { companyDay } from '#server/db/settings/company-settings.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { fullName } from '#server/db/user-names.ts';
import { raisedVersion } from '#server/db/versions.ts';
import { changedFacts, recordAct } from '#server/features/audit/handlers.ts';
import { conflict, forbidden, invalid, notFound, stale } from '#server/lib/problem.ts';
import { wellFormed } from '#server/lib/well-formed.ts';
import { lockProject } from '#server/visibility/lock-session.ts';
import { isOpenVisit, projectRelation } from '#server/visibility.ts';
import { announceVisits } from './fulfil.ts';
import { listVisits, loadVisit } from './queries.ts';

type Tx = Transaction<Tables>;
type Place = { projectId: number; siteId: number | null };

/** As a session's (behaviour §2.4): the only site of a project is taken where none is named; null is right only where there are none. */
async function resolvePlace(tx: Tx, { projectId, siteId }: Place): Promise<number | null> {
  const found = await sql<{ id: number }>`
    select id from sites where project_id = ${projectId} and removed_at is null order by id`.execute(tx);
  const [only, ...others] = found.rows;
  if (siteId !== null) {
    if (!found.rows.some(({ id }) => id === siteId)) throw invalid('siteId', 'The project has no such site');
    return siteId;
  }
  if (others.length > 0) throw invalid('siteId', 'Site is required');
  return only?.id ?? null;
}

/** Their account is locked, so that its role cannot change; 400 for somebody who may not submit sessions to the project. */
async function checkPhotographer(tx: Tx, id: number | null | undefined, projectId: number): Promise<void> {
  if (id === null || id === undefined) return;
  const found = await sql`
    select 1 from users where id = ${id} and role = 'photographer' and closed_at is null for share`.execute(tx);
  if (found.rows.length === 0) throw invalid('photographerId', 'This person is not a photographer');
  const relation = await projectRelation(tx, id, projectId);
  if (!can.submitTo({ kind: 'person', id, role: 'photographer' }, relation))
    throw invalid('photographerId', 'This photographer may not submit sessions to the project');
}

/** A day that has passed where the company is can no longer be kept. */
async function checkDay(tx: Tx, day: string): Promise<void> {
  const found = await sql<{ passed: boolean }>`select ${day}::date < ${companyDay()} as passed`.execute(tx);
  if (found.rows[0]?.passed) throw invalid('day', 'This day has passed: choose today or a later one');
}

/** Under the lock of the project, so that of two admins at once one plans it. */
async function checkFree(tx: Tx, { projectId, siteId, day, but = 0 }: Place & { day: string; but?: number }) {
  const found = await sql`select 1 from planned_visits pv where pv.project_id = ${projectId} and pv.day = ${day}::date
    and pv.site_id is not distinct from ${siteId}::integer and pv.id <> ${but} and ${isOpenVisit}`.execute(tx);
  if (found.rows.length > 0) throw conflict('A visit to this place is already planned for this day', 'planned_already');
}

type Facts = { day: string; site: string | null; photographer: string | null; note: string | null };

async function readFacts(tx: Tx, id: number): Promise<Facts & { projectId: number; project: string }> {
  const found = await sql<Facts & { projectId: number; project: string }>`
    select pv.project_id as "projectId", p.name as project, pv.day, si.name as site, ${fullName('ph')} as photographer, pv.note
    from planned_visits pv join projects p on p.id = pv.project_id left join sites si on si.id = pv.site_id
      left join users ph on ph.id = pv.photographer_id where pv.id = ${id}`.execute(tx);
  return found.rows[0] as Facts & { projectId: number; project: string };
}

type Recording = { by: number; act: AuditAct; id: number; before?: object; after?: object };

async function record(context: WriteContext, { id, ...recorded }: Recording): Promise<void> {
  const { projectId, project } = await readFacts(context.tx, id);
  const subject = { kind: 'project', id: projectId, name: project } as const;
  await recordAct(context, { ...recorded, projectId, subject });
}

const factsOf = ({ day, site, photographer, note }: Facts): Facts => ({ day, site, photographer, note });

async function announce(context: WriteContext, projectId: number): Promise<void> {
  context.events.invalidateFor({ admins: true, projects: [projectId], ids: { sessions: [], disputes: [] } });
  await announceVisits(context, [projectId]);
}

export async function planVisit(
  context: WriteContext,
  actor: Person,
  { projectId, body }: { projectId: number; body: z.infer<typeof NewPlannedVisit> },
): Promise<PlannedVisit> {
  const { tx } = context;
  await lockProject(tx, actor, projectId);
  const { day, photographerId = null, note = null } = body;
  const siteId = await resolvePlace(tx, { projectId, siteId: body.siteId ?? null });
  await checkDay(tx, day);
  await checkPhotographer(tx, photographerId, projectId);
  await checkFree(tx, { projectId, siteId, day });
  const { id } = await tx
    .insertInto('planned_visits')
    .values({
      project_id: projectId,
      site_id: siteId,
      day,
      photographer_id: photographerId,
      note: note === null ? null : wellFormed(note),
      created_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await record(context, { by: actor.id, act: 'visitPlanned', id, after: factsOf(await readFacts(tx, id)) });
  await announce(context, projectId);
  return loadVisit(tx, actor, id);
}

type Locked = { id: number; projectId: number; siteId: number | null; day: string; version: number };

/**
 * The project first, as planning and submitting do, then the row. 409 with the present state for one that is no longer open, and
 * for an edit of another version.
 */
async function lockVisit(tx: Tx, actor: Person, { id, version }: { id: number; version?: number | null | undefined }) {
  const visit = await loadVisit(tx, actor, id);
  if (!can.manageVisits(actor)) throw forbidden();
  await lockProject(tx, actor, visit.projectId);
  const found = await sql<Locked & { isSkipped: boolean; sessionId: number | null }>`
    select pv.id, pv.project_id as "projectId", pv.site_id as "siteId", pv.day, pv.version, pv.skipped_at is not null as "isSkipped",
      pv.session_id as "sessionId"
    from planned_visits pv where pv.id = ${id} for update`.execute(tx);
  const row = found.rows[0];
  if (!row) throw notFound('Planned visit');
  if ((version ?? row.version) !== row.version) {
    const [present] = await listVisits(tx, actor, { where: sql`pv.id = ${id}` });
    throw stale('planned visit', present);
  }
  return row;
}

async function lockOpenVisit(tx: Tx, actor: Person, which: Parameters<typeof lockVisit>[2]): Promise<Locked> {
  const row = await lockVisit(tx, actor, which);
  if (row.sessionId !== null) throw conflict(`This visit was fulfilled by session ${row.sessionId}`, 'visit_done');
  if (row.isSkipped) throw conflict('This visit was skipped', 'visit_done');
  return row;
}

/** One that changes nothing raises no version and leaves no entry. */
export async function editVisit(
  context: WriteContext,
  actor: Person,
  { id, body }: { id: number; body: z.infer<typeof PlannedVisitEdit> },
): Promise<PlannedVisit> {
  const { tx } = context;
  const { version, day, photographerId, note } = body;
  const visit = await lockOpenVisit(tx, actor, { id, version });
  const before = factsOf(await readFacts(tx, id));
  if (day !== undefined && day !== visit.day) {
    await checkDay(tx, day);
    await checkFree(tx, { ...visit, day, but: id });
  }
  await checkPhotographer(tx, photographerId, visit.projectId);
  const words = note === null || note === undefined ? note : wellFormed(note);
  await tx
    .updateTable('planned_visits')
    // What is undefined stays as it is.
    .set({ day, photographer_id: photographerId, note: words, ...raisedVersion, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  const changed = changedFacts(before, factsOf(await readFacts(tx, id)));
  if (changed) await record(context, { by: actor.id, act: 'plannedVisitEdited', id, ...changed });
  await announce(context, visit.projectId);
  return loadVisit(tx, actor, id);
}

export async function skipVisit(
  context: WriteContext,
  actor: Person,
  { id, body }: { id: number; body: z.infer<typeof Skip> },
): Promise<PlannedVisit> {
  const { tx } = context;
  const { projectId } = await lockOpenVisit(tx, actor, { id, version: body.version });
  const reason = wellFormed(body.reason);
  await sql`update planned_visits set skipped_at = now(), skipped_by = ${actor.id}, skip_reason = ${reason}, version = version + 1,
    updated_at = now() where id = ${id}`.execute(tx);
  const { day, site } = await readFacts(tx, id);
  await record(context, { by: actor.id, act: 'plannedVisitSkipped', id, before: { day, site }, after: { reason } });
  await announce(context, projectId);
  return loadVisit(tx, actor, id);
}

/** 409 for one that a session fulfilled: what was kept is not taken away. */
export async function removeVisit(context: WriteContext, actor: Person, id: number): Promise<void> {
  const { tx } = context;
  const { projectId, sessionId } = await lockVisit(tx, actor, { id });
  if (sessionId !== null) throw conflict(`This visit was fulfilled by session ${sessionId}`, 'visit_done');
  await record(context, { by: actor.id, act: 'plannedVisitRemoved', id, before: factsOf(await readFacts(tx, id)) });
  await sql`delete from planned_visits where id = ${id}`.execute(tx);
  await announce(context, projectId);
}

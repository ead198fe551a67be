// Submitting a session: where it belongs, whose it is, and who is notified.
import { sql } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { NewSession } from '#contract/sessions/routes.ts';
import { emptyContent } from '#server/db/session-content.ts';
import type { ReadDefaults } from '#server/db/settings/company-settings.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { announceVisits, findPlannedVisit, fulfilVisit } from '#server/features/planned-visits/fulfil.ts';
import { claimUploads, notifyWhenComplete } from '#server/features/uploads/claim.ts';
import { forbidden, invalid } from '#server/lib/problem.ts';
import { projectRelation } from '#server/visibility.ts';
import { mergeContent } from './session-row.ts';
import { insertSession } from './write-with-record.ts';

/** Only an admin may name the photographer, of everybody else it is ignored; an admin who names nobody was there himself. */
async function photographerFor({ tx }: WriteContext, actor: Person, named: number | null | undefined): Promise<number> {
  if (!can.namePhotographer(actor) || named === undefined || named === null || named === actor.id) return actor.id;
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', named)
    .where('closed_at', 'is', null)
    .where('role', '=', 'photographer')
    .executeTakeFirst();
  if (!found) throw invalid('photographerId', 'There is no such photographer');
  return found.id;
}

/** (new) to pending (behaviour §2.2). */
export async function createSession(
  w: WriteContext,
  actor: Person,
  { body, defaults }: { body: NewSession; defaults: ReadDefaults },
): Promise<Session> {
  const { projectId, siteId = null } = body;
  const place = await resolveSite(w, actor, { projectId, siteId, isNew: true });
  const photographer = await photographerFor(w, actor, body.photographerId);
  const planned = await findPlannedVisit(w, { projectId, siteId: place, captureDate: body.captureDate });
  const content = mergeContent(body, emptyContent(body.captureDate));
  const made = await insertSession(w, actor.id, {
    ...content,
    scheduled_date: content.scheduled_date ?? planned?.day ?? null,
    project_id: projectId,
    site_id: place,
    photographer_id: photographer,
  });
  if (planned) await fulfilVisit(w, { id: planned.id, sessionId: made.id });
  await claimUploads(w, actor, { id: made.id, project_id: projectId, links: made, defaults });
  await notifyWhenComplete(w, { by: actor.id, sessionId: made.id, how: 'new' });
  w.events.invalidateFor({
    admins: true,
    users: [photographer],
    projects: [projectId],
    ids: { sessions: [made.id], disputes: [] },
  });
  if (planned) await announceVisits(w, [projectId], { except: [photographer, actor.id] });
  return made;
}

// The site of a session: checks the project and site that a body names, and locks them until the transaction ends.
type ProjectSites = {
  sites: number;
  /** The only site, where there is exactly one. */
  only: number | null;
  /** The named site belongs to the project. */
  isOfProject: boolean;
};

/** Locked against removal: else a session could be saved in a project that is removed. */
async function lockSites({ tx }: WriteContext, projectId: number, siteId: number | null): Promise<ProjectSites | null> {
  const found = await sql<ProjectSites>`
    select f.sites, case when f.sites = 1 then f.first end as only, f."isOfProject"
    from (select id from projects where id = ${projectId} and removed_at is null for share) p
    cross join lateral (
      select count(*) as sites, min(id) as first, coalesce(bool_or(id = ${siteId}::integer), false) as "isOfProject"
      from (select id from sites where project_id = p.id and removed_at is null for share) held) f`.execute(tx);
  return found.rows[0] ?? null;
}

/** The project's sites if this person may submit to it: 400 for a project that they cannot see, 403 for one that they may only view. */
async function requireSubmittable(
  context: WriteContext,
  actor: Person,
  target: { projectId: number; siteId: number | null },
): Promise<ProjectSites> {
  const sites = await lockSites(context, target.projectId, target.siteId);
  const unknown = invalid('projectId', 'There is no such project');
  if (!sites) throw unknown;
  if (actor.role === 'admin') return sites;
  const relation = await projectRelation(context.tx, actor.id, target.projectId);
  if (!can.seeProject(actor, relation)) throw unknown;
  if (!can.submitTo(actor, relation)) throw forbidden('You can view this project, but not submit sessions to it');
  return sites;
}

/**
 * The site of a session in a project (behaviour §2.4). A new one takes the only site of its project; an edit must name it. null is
 * right only where the project has no sites.
 */
export async function resolveSite(
  context: WriteContext,
  actor: Person,
  target: { projectId: number; siteId: number | null; isNew: boolean },
): Promise<number | null> {
  const { sites, only, isOfProject } = await requireSubmittable(context, actor, target);
  if (target.siteId !== null) {
    if (!isOfProject) throw invalid('siteId', 'This site does not belong to the project');
    return target.siteId;
  }
  if (sites === 0) return null;
  if (target.isNew && only !== null) return only;
  throw invalid('siteId', 'Site is required');
}

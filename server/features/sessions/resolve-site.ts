// The site of a session: checks the project and site that a body names, and locks them until the transaction ends.
import { sql } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { forbidden, invalid } from '#server/lib/problem.ts';
import { projectRelation } from '#server/visibility.ts';

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
  if (!can.submitTo(actor, relation)) throw forbidden('You may look at this project, but not submit sessions to it');
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

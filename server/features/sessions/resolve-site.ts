// Where a session belongs: the project and site that a body names, held still until the session stands there.
import { sql } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { forbidden, invalid } from '#server/lib/problem.ts';
import { projectRelation } from '#server/visibility.ts';

type Place = {
  sites: number;
  /** The only site, where there is exactly one. */
  only: number | null;
  /** The site asked for belongs to the project. */
  fits: boolean;
};

/** Locked against removal: else a session could come to stand in a project that is gone. */
async function lookAt({ tx }: WriteContext, projectId: number, siteId: number | null): Promise<Place | null> {
  const found = await sql<Place>`
    select f.sites, case when f.sites = 1 then f.first end as only, f.fits
    from (select id from projects where id = ${projectId} and removed_at is null for share) p
    cross join lateral (
      select count(*) as sites, min(id) as first, coalesce(bool_or(id = ${siteId}::integer), false) as fits
      from (select id from sites where project_id = p.id and removed_at is null for share) held) f`.execute(tx);
  return found.rows[0] ?? null;
}

/** The project if this person may submit to it: unseen answers like unknown (400), seen but not theirs to submit to 403. */
async function projectFor(
  w: WriteContext,
  actor: Person,
  asked: { projectId: number; siteId: number | null },
): Promise<Place> {
  const place = await lookAt(w, asked.projectId, asked.siteId);
  const unknown = invalid('projectId', 'There is no such project');
  if (!place) throw unknown;
  if (actor.role === 'admin') return place;
  const standing = await projectRelation(w.tx, actor.id, asked.projectId);
  if (!can.seeProject(actor, standing)) throw unknown;
  if (!can.submitTo(actor, standing)) throw forbidden('You may look at this project, but not submit sessions to it');
  return place;
}

const siteRequired = () => invalid('siteId', 'Site is required');

/**
 * The site of a session in a project (decisions §2, §12). A new one takes the only site by itself; an edit must name it. None is
 * right exactly where the project has no sites.
 */
export async function resolveSite(
  w: WriteContext,
  actor: Person,
  asked: { projectId: number; siteId: number | null; isNew: boolean },
): Promise<number | null> {
  const { sites, only, fits } = await projectFor(w, actor, asked);
  if (asked.siteId !== null) {
    if (!fits) throw invalid('siteId', 'This site does not belong to the project');
    return asked.siteId;
  }
  if (sites === 0) return null;
  if (asked.isNew && only !== null) return only;
  throw siteRequired();
}

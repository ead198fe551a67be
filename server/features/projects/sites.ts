// A project's sites: listed, and saved as the form sends them (behaviour §1.7: changed, added, removed).
import { type Kysely, sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { Site } from '#contract/projects/endpoints.ts';
import type { NewSite, SiteEdit } from '#contract/projects/routes.ts';
import type { Tables } from '#server/db/schema.ts';
import { personRef } from '#server/db/user-names.ts';
import { conflict, invalid } from '#server/lib/problem.ts';

type Tx = Transaction<Tables>;
type SiteInput = z.output<typeof NewSite> | z.output<typeof SiteEdit>;
type PresentSite = { id: number; name: string; photographer_id: number | null };

/** A page of the sites of a project, oldest first; the caller has checked that the actor may see them. */
export async function listSites(
  db: Kysely<Tables>,
  query: { projectId: number; afterId: number; limit: number },
): Promise<Site[]> {
  const found = await sql<Site>`
    select si.id, si.project_id as "projectId", si.name, si.description, si.location, si.latitude, si.longitude,
      si.photographer_id as "photographerId", case when ph.id is not null then ${personRef('ph')} end as photographer,
      si.created_at as "createdAt", si.updated_at as "updatedAt"
    from sites si left join users ph on ph.id = si.photographer_id
    where si.project_id = ${query.projectId} and si.removed_at is null and si.id > ${query.afterId}
    order by si.id limit ${sql.lit(query.limit)}`.execute(db);
  return found.rows;
}

/**
 * Locks the photographers' accounts, so that their roles cannot change; 400 at a site whose photographer is not one. A site whose
 * photographer left may stay without one; `before` holds the present sites.
 */
async function checkPhotographers(
  tx: Tx,
  sites: readonly SiteInput[],
  before: readonly (PresentSite | null)[] = [],
): Promise<void> {
  const without = sites.findIndex(
    ({ photographerId }, index) => photographerId === null && before[index]?.photographer_id !== null,
  );
  if (without >= 0) throw invalid(`sites.${without}.photographerId`, 'Photographer is required');
  const ids = [...new Set(sites.flatMap(({ photographerId }) => photographerId ?? []))];
  const found = await sql<{ id: number }>`
    select id from users where id = any(${ids}::integer[]) and role = 'photographer' and closed_at is null
    order by id for share`.execute(tx);
  const photographers = new Set(found.rows.map(({ id }) => id));
  const wrong = sites.findIndex(({ photographerId }) => photographerId !== null && !photographers.has(photographerId));
  if (wrong >= 0) throw invalid(`sites.${wrong}.photographerId`, 'This person is not a photographer');
}

async function addSites(tx: Tx, projectId: number, sites: readonly SiteInput[]): Promise<void> {
  if (sites.length === 0) return;
  const rows = sites.map(({ photographerId, ...site }) => {
    const { name, description = null, location = null, latitude = null, longitude = null } = site;
    const place = { location, latitude, longitude };
    return { project_id: projectId, name, description, ...place, photographer_id: photographerId };
  });
  await tx.insertInto('sites').values(rows).execute();
}

async function changeSite(tx: Tx, id: number, input: SiteInput): Promise<void> {
  const { name, description, location, latitude, longitude, photographerId } = input;
  // Undefined fields stay as they are.
  await tx
    .updateTable('sites')
    .set({ name, description, location, latitude, longitude, photographer_id: photographerId, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** 409 that names the site and how many sessions belong to it, by their present or their released content. */
async function removeSites(tx: Tx, gone: readonly PresentSite[]): Promise<void> {
  if (gone.length === 0) return;
  const ids = gone.map(({ id }) => id);
  const used = await sql<{ name: string; count: number }>`
    select si.name, count(*) as count
    from sites si
    join sessions s on s.project_id = si.project_id and s.removed_at is null
    left join session_records r on r.id = s.released_record_id
    where si.id = any(${ids}::integer[]) and (s.site_id = si.id or r.site_id = si.id)
    group by si.id, si.name order by si.id limit 1`.execute(tx);
  const site = used.rows[0];
  if (site) {
    const sessions = site.count === 1 ? '1 session' : `${site.count} sessions`;
    throw conflict(`The site ${site.name} still has ${sessions} and cannot be removed`, 'site_in_use');
  }
  await sql`update sites set removed_at = now(), updated_at = now() where id = any(${ids}::integer[])`.execute(tx);
}

/** The present site for each one in the form: 400 for an id that is not of this project or is a duplicate. */
function match(present: readonly PresentSite[], sites: readonly SiteInput[]): (PresentSite | null)[] {
  const left = new Map(present.map((site) => [site.id, site]));
  return sites.map((input, index) => {
    if (!('id' in input) || input.id === null || input.id === undefined) return null;
    const site = left.get(input.id);
    if (!site) throw invalid(`sites.${index}.id`, 'This is not a site of this project');
    left.delete(input.id);
    return site;
  });
}

/** Names of sites by the photographer to whom they are newly assigned. */
export type SiteAssignment = Map<number, string[]>;

/** Replaces the sites of a locked project; returns who was newly assigned to which. */
export async function saveSites(tx: Tx, projectId: number, sites: readonly SiteInput[]): Promise<SiteAssignment> {
  const found = await sql<PresentSite>`
    select id, name, photographer_id from sites where project_id = ${projectId} and removed_at is null
    order by id for update`.execute(tx);
  const matched = match(found.rows, sites);
  await checkPhotographers(tx, sites, matched);
  const matchedIds = new Set(matched.map((site) => site?.id));
  await removeSites(
    tx,
    found.rows.filter(({ id }) => !matchedIds.has(id)),
  );
  const assigned: SiteAssignment = new Map();
  for (const [index, input] of sites.entries()) {
    const before = matched[index];
    if (before) await changeSite(tx, before.id, input);
    if (input.photographerId === null || before?.photographer_id === input.photographerId) continue;
    assigned.set(input.photographerId, [...(assigned.get(input.photographerId) ?? []), input.name]);
  }
  await addSites(
    tx,
    projectId,
    sites.filter((_, index) => !matched[index]),
  );
  return assigned;
}

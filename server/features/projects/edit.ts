// Saves the form of a project: its fields, client and sites, and notifies the people it concerns.
import { sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { AuditAct } from '#contract/overview/audit-log.ts';
import type { Person } from '#contract/policy.ts';
import type { ProjectEdit } from '#contract/projects/routes.ts';
import { projectPeople } from '#server/db/project-relations.ts';
import type { Tables } from '#server/db/schema.ts';
import { companyDay } from '#server/db/settings/company-settings.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { fullName } from '#server/db/user-names.ts';
import { raisedVersion } from '#server/db/versions.ts';
import { changedFacts, recordAct } from '#server/features/audit/handlers.ts';
import { notifyAssigned } from '#server/features/notifications/handlers.ts';
import { invalid, stale } from '#server/lib/problem.ts';
import { lockProject } from '#server/visibility/lock-session.ts';
import { listProjects } from './queries.ts';
import { listSites, type SiteAssignment, saveSites } from './sites.ts';

type Body = z.infer<typeof ProjectEdit>;

/** Locks the client's account, so that its role cannot change at the same moment. */
export async function checkClient(tx: Transaction<Tables>, id: number): Promise<void> {
  const found = await sql`
    select 1 from users where id = ${id} and role = 'client' and closed_at is null for share`.execute(tx);
  if (found.rows.length === 0) throw invalid('project.clientId', 'This person is not a client');
}

export async function notifyPhotographers(
  context: WriteContext,
  { by, projectId, assigned }: { by: number; projectId: number; assigned: SiteAssignment },
): Promise<void> {
  for (const [photographer, sites] of assigned)
    await notifyAssigned(context, { by, to: [photographer], projectId, as: { sites } });
}

type Present = { clientId: number; version: number };

async function readPresent(tx: Transaction<Tables>, id: number): Promise<Present> {
  const found = await sql<Present>`
    select client_id as "clientId", version from projects where id = ${id}`.execute(tx);
  return found.rows[0] as Present;
}

/** More than a project may have. */
const allSites = 1000;

/** 409 for an edit that was made before somebody else changed the project: its list of sites would remove what they added. */
async function rejectStale(
  { tx }: WriteContext,
  actor: Person,
  { id, body, present }: { id: number; body: Body; present: Present },
): Promise<void> {
  if ((body.version ?? present.version) === present.version) return;
  const [project] = await listProjects(tx, actor, { where: sql`p.id = ${id}`, limit: 1 });
  throw stale('project', { ...project, sites: await listSites(tx, { projectId: id, afterId: 0, limit: allSites }) });
}

/** Saves what the body names; open pages of those who belonged to it before and of those who do now refetch. */
export async function editProject(
  context: WriteContext,
  actor: Person,
  { id, body }: { id: number; body: Body },
): Promise<void> {
  await lockProject(context.tx, actor, id);
  const present = await readPresent(context.tx, id);
  await rejectStale(context, actor, { id, body, present });
  const facts = await readFacts(context.tx, id);
  const before = await projectPeople(context.tx, id);
  const { name, description, status, clientId = present.clientId, visitCodes } = body.project ?? {};
  // Where they are asked for already, since when stays.
  const codesFrom = visitCodes ? sql<string>`coalesce(visit_codes_from, ${companyDay()})` : null;
  // A project may keep a client whose account is closed (behaviour §1.6).
  const isNew = clientId !== present.clientId;
  if (isNew) await checkClient(context.tx, clientId);
  await context.tx
    .updateTable('projects')
    // What is undefined stays as it is.
    .set({
      ...{ name, description, status, client_id: clientId },
      visit_codes_from: visitCodes === undefined ? undefined : codesFrom,
      ...raisedVersion,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  if (isNew) await notifyAssigned(context, { by: actor.id, to: [clientId], projectId: id, as: 'client' });
  if (body.sites) {
    const assigned = await saveSites(context.tx, id, body.sites);
    await notifyPhotographers(context, { by: actor.id, projectId: id, assigned });
  }
  const users = [...before, ...(await projectPeople(context.tx, id))];
  context.events.invalidateFor({ admins: true, users, projects: [id] });
  await recordProjectEdit(context, { by: actor.id, id, before: facts });
}

// What the audit log keeps of acts on projects: their fields, client and sites, and the folders bound to them.
type SiteFacts = {
  name: string;
  photographer: string | null;
  location: string | null;
  coordinates: string | null;
  description: string | null;
};
export type ProjectFacts = {
  name: string;
  description: string | null;
  status: string;
  clientId: number;
  client: string;
  visitCodes: boolean;
  sites: SiteFacts[];
};

/** Of a locked project. */
export async function readFacts(tx: Transaction<Tables>, id: number): Promise<ProjectFacts> {
  const found = await sql<ProjectFacts>`
    select p.name, p.description, p.status, p.client_id as "clientId", ${fullName('c')} as client,
      p.visit_codes_from is not null as "visitCodes",
      coalesce((select json_agg(json_build_object('name', si.name, 'photographer', ${fullName('ph')},
          'location', si.location, 'coordinates', si.latitude || ', ' || si.longitude, 'description', si.description) order by si.id)
        from sites si left join users ph on ph.id = si.photographer_id
        where si.project_id = p.id and si.removed_at is null), '[]') as sites
    from projects p join users c on c.id = p.client_id where p.id = ${id}`.execute(tx);
  return found.rows[0] as ProjectFacts;
}

type ProjectAct = { by: number; act: AuditAct; id: number; name: string; before?: object; after?: object };

export async function recordProject(context: WriteContext, { id, name, ...record }: ProjectAct): Promise<void> {
  await recordAct(context, { ...record, projectId: id, subject: { kind: 'project', id, name } });
}

/** What is as it was leaves no entry. */
export async function recordProjectEdit(
  context: WriteContext,
  { by, id, before }: { by: number; id: number; before: ProjectFacts },
): Promise<void> {
  const after = await readFacts(context.tx, id);
  const changed = changedFacts(before, after);
  if (changed) await recordProject(context, { by, act: 'projectEdited', id, name: after.name, ...changed });
}

type Roots = { roots: readonly object[] };

export async function recordRoots(
  context: WriteContext,
  { by, id, before, after }: { by: number; id: number; before: Roots; after: Roots },
): Promise<void> {
  const changed = changedFacts({ roots: before.roots }, { roots: after.roots });
  if (!changed) return;
  const { name } = await readFacts(context.tx, id);
  await recordProject(context, { by, act: 'mediaRootsChanged', id, name, ...changed });
}

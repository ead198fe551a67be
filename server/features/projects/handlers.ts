// Projects with their sites: visible to the people who belong to them, created and changed by admins.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import type { Person } from '#contract/policy.ts';
import type { Project } from '#contract/projects/endpoints.ts';
import { countRows } from '#server/db/count-rows.ts';
import { disputeRaisers, projectPeople } from '#server/db/project-relations.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { fullName, idsByName } from '#server/db/user-names.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import { notifyAssigned, notifyProjectCreated } from '#server/features/notifications/handlers.ts';
import { paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import { invalid, notFound } from '#server/lib/problem.ts';
import { toLikePattern, toSearchWords } from '#server/lib/search-dates.ts';
import { lockProject, requireProject } from '#server/visibility/lock-session.ts';
import { visibleProjects } from '#server/visibility.ts';
import { checkClient, editProject, notifyPhotographers } from './edit.ts';
import { listMediaRoots, saveMediaRoots } from './media-roots.ts';
import { type ClientDependencies, prepareClient } from './new-client.ts';
import { listProjects, sortColumn } from './queries.ts';
import { readFacts, recordProject, recordRoots } from './record-acts.ts';
import { hideProject } from './remove.ts';
import { listSites, saveSites } from './sites.ts';

// The crew of a new project that has no sites: photographers who are its members from the start (behaviour §1.8).
const role = 'contributor';

type Crew = { by: number; projectId: number; crew: readonly number[] };

/** Locks their accounts, so that no role changes at the same moment. @throws 400 for somebody who is no photographer */
async function addCrew(context: WriteContext, { by, projectId, crew }: Crew): Promise<void> {
  const ids = [...new Set(crew)];
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${fullName('users')} as name from users
    where id = any(${ids}::integer[]) and role = 'photographer' and closed_at is null order by id for share`.execute(
    context.tx,
  );
  if (rows.length < ids.length) throw invalid('crew', 'Somebody of the crew is not a photographer');
  for (const { id, name } of rows) {
    await context.tx.insertInto('project_users').values({ project_id: projectId, user_id: id, role }).execute();
    const subject = { kind: 'user', id, name } as const;
    await recordAct(context, { by, act: 'memberAdded', projectId, subject, after: { role } });
  }
  await notifyAssigned(context, { by, to: ids, projectId, as: { member: role } });
}

/** Every word in the name, the description or the client's name. */
function matching({ q = '', status }: { q?: string | undefined; status?: string | undefined }): RawBuilder<unknown> {
  const wanted = toSearchWords(q)
    .map(toLikePattern)
    .map(
      (pattern) => sql`(search_fold(p.name) like ${pattern} or search_fold(p.description) like ${pattern}
      or p.client_id = any(${idsByName(pattern)}))`,
    );
  return sql.join([sql`true`, ...(status ? [sql`p.status = ${status}`] : []), ...wanted], sql` and `);
}

async function load(db: Kysely<Tables>, actor: Person, id: number): Promise<Project> {
  const [project] = await listProjects(db, actor, { where: sql`p.id = ${id}`, limit: 1 });
  if (!project) throw notFound('Project');
  return project;
}

/** The project, its client where they are new, its sites and its crew: all of it or nothing. */
async function createProject(deps: ClientDependencies, ctx: RequestContext<typeof api.projects.createProject>) {
  const { actor, body, write } = ctx;
  const makeClient = await prepareClient(deps, ctx);
  return write(async (context) => {
    const { name, description = null, status } = body.project;
    const clientId = (await makeClient?.(context)) ?? body.project.clientId ?? 0;
    await checkClient(context.tx, clientId);
    const { id } = await context.tx
      .insertInto('projects')
      .values({ name, description, status, client_id: clientId, created_by: actor.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const assigned = await saveSites(context.tx, id, body.sites ?? []);
    await notifyProjectCreated(context, { by: actor.id, projectId: id });
    await notifyPhotographers(context, { by: actor.id, projectId: id, assigned });
    const after = await readFacts(context.tx, id);
    await recordProject(context, { by: actor.id, act: 'projectCreated', id, name, after });
    await addCrew(context, { by: actor.id, projectId: id, crew: body.crew ?? [] });
    context.events.invalidateFor({ admins: true, users: await projectPeople(context.tx, id), projects: [id] });
    return load(context.tx, actor, id);
  });
}

export const projects = (deps: ClientDependencies): Handlers<typeof api.projects> => ({
  async projects({ actor, db, query }) {
    const condition = matching(query);
    const { sort, limit } = query;
    const cursor = parseCursor(query.cursor, sort, 'instant');
    const column = sortColumn(actor, sort);
    const after = cursor ? sql`and (${column}, p.id) < (${cursor.at}::timestamptz, ${cursor.id}::integer)` : sql``;
    const rows = await listProjects(db, actor, { where: sql`${condition} ${after}`, limit: limit + 1, sort });
    const page = paginate(rows, limit, ({ sortedBy, id }) => ({ by: sort, at: sortedBy, id }));
    if (cursor) return page;
    return { ...page, total: await countRows(db, sql`projects p where ${visibleProjects(actor)} and ${condition}`) };
  },

  getProject: ({ actor, db, params }) => load(db, actor, params.id),

  createProject: (ctx) => createProject(deps, ctx),

  editProject({ actor, body, params, write }) {
    return write(async (context) => {
      await editProject(context, actor, { id: params.id, body });
      return load(context.tx, actor, params.id);
    });
  },

  removeProject({ actor, params, write }) {
    return write(async (context) => {
      await lockProject(context.tx, actor, params.id);
      const people = [
        ...(await projectPeople(context.tx, params.id)),
        ...(await disputeRaisers(context.tx, { project: params.id })),
      ];
      context.events.invalidateFor({ admins: true, users: people, projects: [params.id] });
      const before = await readFacts(context.tx, params.id);
      const sessions = await hideProject(context.tx, params.id, actor.id);
      const act = { by: actor.id, act: 'projectRemoved', id: params.id, name: before.name } as const;
      await recordProject(context, { ...act, before: { ...before, sessions } });
      return ok;
    });
  },

  async sites({ actor, db, params, query }) {
    await requireProject(db, actor, params.id);
    const cursor = parseCursor(query.cursor, 'id', 'text');
    const sitesQuery = { projectId: params.id, afterId: cursor?.id ?? 0, limit: query.limit + 1 };
    const page = paginate(await listSites(db, sitesQuery), query.limit, ({ id }) => ({ by: 'id', at: '', id }));
    if (cursor) return page;
    return { ...page, total: await countRows(db, sql`sites where project_id = ${params.id} and removed_at is null`) };
  },

  async mediaRoots({ actor, db, params }) {
    await requireProject(db, actor, params.id);
    return listMediaRoots(db, params.id);
  },

  bindMediaRoots({ actor, body, params, write }) {
    return write(async (context) => {
      await lockProject(context.tx, actor, params.id);
      const before = await listMediaRoots(context.tx, params.id);
      await saveMediaRoots(context.tx, { projectId: params.id, by: actor.id, ...body });
      context.events.invalidateFor({
        admins: true,
        users: await projectPeople(context.tx, params.id),
        projects: [params.id],
      });
      const after = await listMediaRoots(context.tx, params.id);
      await recordRoots(context, { by: actor.id, id: params.id, before, after });
      return after;
    });
  },
});

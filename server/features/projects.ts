// Projects with their sites: seen by those who belong to them, made and changed by admins.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { can, type Person } from '#contract/policy.ts';
import type { Project } from '#contract/projects.ts';
import { ok } from '#contract/schemas/fields.ts';
import type { Tables } from '#server/db/schema.ts';
import { paginate, parseCursor } from '#server/http/pagination.ts';
import type { Handlers } from '#server/http/register-routes.ts';
import { notFound } from '#server/lib/problem.ts';
import { visibleProjects } from '#server/visibility.ts';
import { notifyProjectCreated } from './notifications.ts';
import { disputeRaisers, projectPeople } from './project-audience.ts';
import { lockProject, requireAllowed, requireProject } from './projects/access.ts';
import { checkClient, editProject, notifyPhotographers } from './projects/edit.ts';
import { listMediaRoots, saveMediaRoots } from './projects/media-roots.ts';
import { listProjects } from './projects/queries.ts';
import { hideProject } from './projects/remove.ts';
import { listSites, saveSites } from './projects/sites.ts';

function matching(query: { q?: string | undefined; status?: string | undefined }): RawBuilder<unknown> {
  // No text holds a NUL, and PostgreSQL refuses one.
  const words = query.q?.trim().replaceAll('\u0000', '\ufffd');
  const status = query.status ? sql`and p.status = ${query.status}` : sql``;
  const named = words
    ? sql`and (strpos(lower(p.name), lower(${words})) > 0 or strpos(lower(p.description), lower(${words})) > 0)`
    : sql``;
  return sql`true ${status} ${named}`;
}

async function countProjects(db: Kysely<Tables>, actor: Person, condition: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from projects p where ${visibleProjects(actor)} and ${condition}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

async function load(db: Kysely<Tables>, actor: Person, id: number): Promise<Project> {
  const [project] = await listProjects(db, actor, { where: sql`p.id = ${id}`, limit: 1 });
  if (!project) throw notFound('Project');
  return project;
}

export const projects: Handlers<typeof api.projects> = {
  async list({ actor, db, query }) {
    const condition = matching(query);
    const mark = parseCursor(query.cursor, 'createdAt', 'instant');
    const after = mark ? sql`and (p.created_at, p.id) < (${mark.at}::timestamptz, ${mark.id}::integer)` : sql``;
    const rows = await listProjects(db, actor, { where: sql`${condition} ${after}`, limit: query.limit + 1 });
    const page = paginate(rows, query.limit, (row) => ({ by: 'createdAt', at: row.createdAt, id: row.id }));
    return mark ? page : { ...page, total: await countProjects(db, actor, condition) };
  },

  get: ({ actor, db, params }) => load(db, actor, params.id),

  create({ actor, body, write }) {
    return write(async (w) => {
      const { name, description = null, status, clientId } = body.project;
      await checkClient(w.tx, clientId);
      const { id } = await w.tx
        .insertInto('projects')
        .values({ name, description, status, client_id: clientId, created_by: actor.id })
        .returning('id')
        .executeTakeFirstOrThrow();
      const assigned = await saveSites(w.tx, id, body.sites ?? []);
      await notifyProjectCreated(w, { by: actor.id, projectId: id });
      await notifyPhotographers(w, { by: actor.id, projectId: id, assigned });
      w.events.invalidateFor({ admins: true, users: await projectPeople(w.tx, id), projects: [id] });
      return load(w.tx, actor, id);
    });
  },

  async edit(ask) {
    const { actor, body, params, write } = ask;
    await requireAllowed(ask, can.manageProjects(actor));
    return write(async (w) => {
      await editProject(w, actor, { id: params.id, body });
      return load(w.tx, actor, params.id);
    });
  },

  async remove(ask) {
    const { actor, params, write } = ask;
    await requireAllowed(ask, can.manageProjects(actor));
    return write(async (w) => {
      await lockProject(w.tx, actor, params.id);
      const people = [
        ...(await projectPeople(w.tx, params.id)),
        ...(await disputeRaisers(w.tx, { project: params.id })),
      ];
      w.events.invalidateFor({ admins: true, users: people, projects: [params.id] });
      await hideProject(w.tx, params.id, actor.id);
      return ok;
    });
  },

  async sites({ actor, db, params, query }) {
    await requireProject(db, actor, params.id);
    const mark = parseCursor(query.cursor, 'id', 'text');
    const wanted = { projectId: params.id, afterId: mark?.id ?? 0, limit: query.limit + 1 };
    const page = paginate(await listSites(db, wanted), query.limit, ({ id }) => ({ by: 'id', at: '', id }));
    if (mark) return page;
    const found = await sql<{ total: number }>`
      select count(*) as total from sites where project_id = ${params.id} and removed_at is null`.execute(db);
    return { ...page, total: found.rows[0]?.total ?? 0 };
  },

  async mediaRoots(ask) {
    await requireAllowed(ask, can.bindMediaRoots(ask.actor));
    await requireProject(ask.db, ask.actor, ask.params.id);
    return listMediaRoots(ask.db, ask.params.id);
  },

  async bindMediaRoots(ask) {
    const { actor, body, params, write } = ask;
    await requireAllowed(ask, can.bindMediaRoots(actor));
    return write(async (w) => {
      await lockProject(w.tx, actor, params.id);
      await saveMediaRoots(w.tx, { projectId: params.id, by: actor.id, roots: body.roots });
      w.events.invalidateFor({ admins: true, users: await projectPeople(w.tx, params.id), projects: [params.id] });
      return listMediaRoots(w.tx, params.id);
    });
  },
};

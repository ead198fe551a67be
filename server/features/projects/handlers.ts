// Projects with their sites: visible to the people who belong to them, created and changed by admins.
import type { FastifyRequest } from 'fastify';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import type { Person } from '#contract/policy.ts';
import type { Project } from '#contract/projects/endpoints.ts';
import type { NewProject } from '#contract/projects/routes.ts';
import type { Config } from '#server/config.ts';
import { countRows } from '#server/db/count-rows.ts';
import { disputeRaisers, projectPeople } from '#server/db/project-relations.ts';
import type { Tables } from '#server/db/schema.ts';
import { companyDay } from '#server/db/settings/company-settings.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { fullName, idsByName } from '#server/db/user-names.ts';
import { addAccount, hashNewPassword, type NewAccount } from '#server/features/accounts/accounts.ts';
import { addInvited, hashOfNothing } from '#server/features/accounts/invite.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import { readyChannels } from '#server/features/notifications/deliveries.ts';
import { notifyAssigned, notifyProjectCreated } from '#server/features/notifications/handlers.ts';
import { recordInsert } from '#server/features/sessions/write-with-record.ts';
import { paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import { invalid, notFound } from '#server/lib/problem.ts';
import { toLikePattern, toSearchWords } from '#server/lib/search-dates.ts';
import type { PasswordRules } from '#server/lib/secrets/password-rules.ts';
import { lockProject, requireProject } from '#server/visibility/lock-session.ts';
import { visibleProjects } from '#server/visibility.ts';
import { checkClient, editProject, notifyPhotographers, readFacts, recordProject, recordRoots } from './edit.ts';
import { listMediaRoots, saveMediaRoots } from './media-roots.ts';
import { listProjects, sortColumn } from './queries.ts';
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
    const { name, description = null, status, visitCodes = false } = body.project;
    const clientId = (await makeClient?.(context)) ?? body.project.clientId ?? 0;
    await checkClient(context.tx, clientId);
    const { id } = await context.tx
      .insertInto('projects')
      .values({
        ...{ name, description, status, client_id: clientId, created_by: actor.id },
        visit_codes_from: visitCodes ? companyDay() : null,
      })
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

// Removes a project: hides it with its sites and sessions, and writes each session's last state into its records (behaviour §2.6, §1.7).

/**
 * The sessions are locked first, in the order of their ids, so that what is recorded is what goes. Their counters are settled here in
 * one statement instead of session by session (migration 004).
 */
async function hideSessions(tx: Transaction<Tables>, projectId: number, by: number): Promise<number> {
  const locked = await sql`
    select 1 from sessions where project_id = ${projectId} and removed_at is null order by id for update`.execute(tx);
  const record = recordInsert(
    { action: 'removed', from: sql`s.status`, to: null, by },
    sql`nextval('session_records_id_seq')`,
  );
  await sql`set local topout.counted = 'on'`.execute(tx);
  await sql`
    with s as (update sessions set removed_at = now(), updated_at = now()
      where project_id = ${projectId} and removed_at is null returning *), r as (${record})
    insert into session_counts as c (project_id, photographer_id, status, released_status, sessions)
    select project_id, photographer_id, status, coalesce(released_status, ''), -count(*) from s
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (project_id, photographer_id, status, released_status)
      do update set sessions = c.sessions + excluded.sessions`.execute(tx);
  await sql`set local topout.counted = 'off'`.execute(tx);
  return locked.rows.length;
}

/** Hides a locked project. @returns how many sessions it took along */
export async function hideProject(tx: Transaction<Tables>, projectId: number, by: number): Promise<number> {
  const sessions = await hideSessions(tx, projectId, by);
  await sql`
    update sites set removed_at = now(), updated_at = now()
    where project_id = ${projectId} and removed_at is null`.execute(tx);
  await sql`update projects set removed_at = now(), updated_at = now() where id = ${projectId}`.execute(tx);
  return sessions;
}

// The client of a new project who has no account yet: prepared before the transaction, made in that of the project (behaviour §1.8).
export type ClientDependencies = {
  rules: PasswordRules;
  config: Pick<Config, 'secret' | 'brand' | 'publicUrl' | 'smtp'>;
};
type Asked = { actor: Person; body: NewProject; db: Kysely<Tables>; request: FastifyRequest };
/** In the transaction; answers the id. */
type MakeClient = (context: WriteContext) => Promise<number>;

/** A username has at most 50 characters. */
function accountOf(client: NonNullable<NewProject['client']>): NewAccount {
  return { ...client, username: client.email.slice(0, 50), role: 'client' };
}

/** A typed password is hashed before the transaction begins; without one they are invited. Null where the project has a client already. */
export async function prepareClient(deps: ClientDependencies, asked: Asked): Promise<MakeClient | null> {
  const { actor, body, request } = asked;
  if (!body.client) return null;
  const account = accountOf(body.client);
  if (body.password !== undefined) {
    const chosen = { ...account, password: body.password };
    const password = await hashNewPassword(deps.rules, asked, chosen);
    return async (context) => (await addAccount(context, { by: actor.id, account, password })).id;
  }
  if (!readyChannels(deps.config).has('mail'))
    throw invalid('password', 'Choose a password for the client: email is not set up here');
  const password = await hashOfNothing(request, account.username);
  return async (context) => (await addInvited(context, deps, { by: actor.id, account, password })).user.id;
}

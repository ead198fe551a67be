// The members of a project, each with a member role.
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import type { AuditAct } from '#contract/overview/audit-log.ts';
import { can, type MemberRole, type Person, type Role } from '#contract/policy.ts';
import type { Member } from '#contract/projects/endpoints.ts';
import { countRows } from '#server/db/count-rows.ts';
import { projectPeople } from '#server/db/project-relations.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { lastName } from '#server/db/user-names.ts';
import { raiseProject } from '#server/db/versions.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import { notifyAssigned } from '#server/features/notifications/handlers.ts';
import { paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { conflict, forbidden, invalid, notFound, stale } from '#server/lib/problem.ts';
import { lockProject, requireProject } from '#server/visibility/lock-session.ts';
import { isVisible } from '#server/visibility.ts';

/** `membership` is the id that lists are paged by. */
type MemberRow = Member & { membership: number };

async function readMembers(
  db: Kysely<Tables>,
  actor: Person,
  query: { where: RawBuilder<unknown>; limit: number },
): Promise<MemberRow[]> {
  const found = await sql<MemberRow>`
    select pu.id as membership, pu.user_id as "userId", pu.role, pu.version, pu.created_at as "createdAt",
      json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', ${lastName('u')}, 'username', u.username, 'role', u.role,
        'profilePhotoUrl', u.profile_photo_url) as person
    from project_users pu join users u on u.id = pu.user_id
    where ${query.where} order by pu.id limit ${sql.lit(query.limit)}`.execute(db);
  return found.rows.map((row) => ({ ...row, person: shownPerson(actor, row.person) }));
}

function shownPerson(actor: Person, { username, ...person }: Member['person']): Member['person'] {
  return can.seeWholePerson(actor, person) && username !== undefined ? { ...person, username } : person;
}

type MemberKey = { id: number; userId: number };

async function readMember(db: Kysely<Tables>, actor: Person, { id, userId }: MemberKey) {
  const where = sql`pu.project_id = ${id} and pu.user_id = ${userId}`;
  const [row] = await readMembers(db, actor, { where, limit: 1 });
  if (!row) throw notFound('Member');
  return row;
}

/** 409 when somebody else changed the membership since the sender read it. */
async function rejectStale(
  tx: Transaction<Tables>,
  actor: Person,
  { version, ...member }: MemberKey & { version?: number | null | undefined },
): Promise<void> {
  const { membership: _, ...present } = await readMember(tx, actor, member);
  if ((version ?? present.version) !== present.version) throw stale('membership', present);
}

/** Locks the project and checks that this person may give and take these member roles there: 404, 403. */
async function lockToChange(
  tx: Transaction<Tables>,
  actor: Person,
  change: { projectId: number; roles(tx: Transaction<Tables>): Promise<MemberRole[]> },
): Promise<void> {
  const relation = await lockProject(tx, actor, change.projectId);
  // Before reading the roles: who may not change members need not learn who is one.
  if (!can.manageMembers(actor, relation, [])) throw forbidden();
  if (!can.manageMembers(actor, relation, await change.roles(tx))) throw forbidden();
}

type NewMember = { projectId: number; userId: number; role: MemberRole };

/** A checker has an account of a client, and owns none of the works: the project's client confirms nothing. */
async function checkChecker(tx: Transaction<Tables>, { projectId, userId, role }: NewMember): Promise<void> {
  if (role !== 'checker') return;
  const found = await sql<{ role: Role; isClient: boolean }>`select u.role, p.client_id = u.id as "isClient"
    from users u cross join projects p where u.id = ${userId} and p.id = ${projectId}`.execute(tx);
  if (found.rows[0]?.role !== 'client')
    throw invalid('role', 'A checker needs an account of a client, not of the crew');
  if (found.rows[0].isClient) throw invalid('role', 'The project’s client cannot check it');
}

/** Clients and photographers may be members; a person whom the actor cannot see answers like an unknown one. */
async function checkPerson(tx: Transaction<Tables>, actor: Person, userId: number): Promise<void> {
  const found = await sql<{ role: Role }>`
    select role from users where id = ${userId} and closed_at is null for share`.execute(tx);
  const role = found.rows[0]?.role;
  if (!role || !(await isVisible(tx, actor, { kind: 'user', id: userId })))
    throw invalid('userId', 'This person does not exist');
  if (role === 'admin') throw invalid('userId', 'An admin sees every project and cannot be a member');
}

/** Sessions and disputes change only for the person: they see more or fewer of them from now on. */
async function invalidateForPeople({ tx, events }: WriteContext, projectId: number, userId: number): Promise<void> {
  const others = (await projectPeople(tx, projectId)).filter((one) => one !== userId);
  events.invalidateFor({ admins: true, users: others, projects: [projectId], ids: { sessions: [], disputes: [] } });
  events.invalidateFor({ users: [userId], projects: [projectId] });
}

type MemberAct = { by: number; act: AuditAct; projectId: number; member: Member; before?: object; after?: object };

async function recordMember(context: WriteContext, { member, ...record }: MemberAct): Promise<void> {
  const name = `${member.person.firstName} ${member.person.lastName}`;
  await recordAct(context, { ...record, subject: { kind: 'user', id: member.userId, name } });
}

export const members: Handlers<typeof api.members> = {
  async members({ actor, db, params, query }) {
    await requireProject(db, actor, params.id);
    const cursor = parseCursor(query.cursor, 'id', 'text');
    const where = sql`pu.project_id = ${params.id} and pu.id > ${cursor?.id ?? 0}`;
    const rows = await readMembers(db, actor, { where, limit: query.limit + 1 });
    const page = paginate(rows, query.limit, ({ membership }) => ({ by: 'id', at: '', id: membership }));
    if (cursor) return page;
    return { ...page, total: await countRows(db, sql`project_users where project_id = ${params.id}`) };
  },

  addMember({ actor, body, params, write }) {
    const { userId, role } = body;
    return write(async (context) => {
      await lockToChange(context.tx, actor, { projectId: params.id, roles: async () => [role] });
      await checkPerson(context.tx, actor, userId);
      await checkChecker(context.tx, { projectId: params.id, userId, role });
      const made = await sql`
        with raised as (${raiseProject(params.id)})
        insert into project_users (project_id, user_id, role) values (${params.id}, ${userId}, ${role})
        on conflict (project_id, user_id) do nothing returning id`.execute(context.tx);
      if (made.rows.length === 0) throw conflict('This person is already a member of the project', 'already_member');
      await notifyAssigned(context, { by: actor.id, to: [userId], projectId: params.id, as: { member: role } });
      await invalidateForPeople(context, params.id, userId);
      const added = await readMember(context.tx, actor, { id: params.id, userId });
      await recordMember(context, {
        by: actor.id,
        act: 'memberAdded',
        projectId: params.id,
        member: added,
        after: { role },
      });
      return added;
    });
  },

  changeMember({ actor, body, params, write }) {
    return write(async (context) => {
      const roles = async (tx: Transaction<Tables>) => [(await readMember(tx, actor, params)).role, body.role];
      await lockToChange(context.tx, actor, { projectId: params.id, roles });
      await rejectStale(context.tx, actor, { ...params, version: body.version });
      await checkChecker(context.tx, { projectId: params.id, userId: params.userId, role: body.role });
      const before = await readMember(context.tx, actor, params);
      await sql`
        with raised as (${raiseProject(params.id)})
        update project_users set role = ${body.role}, version = version + 1
        where project_id = ${params.id} and user_id = ${params.userId}`.execute(context.tx);
      await invalidateForPeople(context, params.id, params.userId);
      const changed = await readMember(context.tx, actor, params);
      const facts = { before: { role: before.role }, after: { role: changed.role } };
      if (before.role !== changed.role)
        await recordMember(context, {
          by: actor.id,
          act: 'memberChanged',
          projectId: params.id,
          member: changed,
          ...facts,
        });
      return changed;
    });
  },

  removeMember({ actor, params, write }) {
    return write(async (context) => {
      const roles = async (tx: Transaction<Tables>) => [(await readMember(tx, actor, params)).role];
      await lockToChange(context.tx, actor, { projectId: params.id, roles });
      const gone = await readMember(context.tx, actor, params);
      await sql`
        with raised as (${raiseProject(params.id)})
        delete from project_users where project_id = ${params.id} and user_id = ${params.userId}`.execute(context.tx);
      await invalidateForPeople(context, params.id, params.userId);
      const before = { role: gone.role };
      await recordMember(context, { by: actor.id, act: 'memberRemoved', projectId: params.id, member: gone, before });
      return ok;
    });
  },
};

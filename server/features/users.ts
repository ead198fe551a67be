// Accounts: made, changed and deleted by admins; profiles and photos by their owners too.
import type { FastifyReply } from 'fastify';
import { type Kysely, type RawBuilder, sql, type Updateable } from 'kysely';
import type { api } from '#contract/api.ts';
import { can, type Person } from '#contract/policy.ts';
import { ok } from '#contract/schemas/fields.ts';
import type { User } from '#contract/users.ts';
import type { LoginRevoked } from '#server/db/change-events.ts';
import type { Tables, UsersTable } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import type { Logins } from '#server/http/login.ts';
import { paginate, parseCursor } from '#server/http/pagination.ts';
import type { Handlers } from '#server/http/register-routes.ts';
import { hashPassword } from '#server/lib/password.ts';
import { forbidden, invalid, notFound } from '#server/lib/problem.ts';
import { photoUrl, preparePhoto } from './profile-photo.ts';
import { canSeePerson, peopleSharingProjects } from './project-audience.ts';
import { toUser, userColumns } from './user-names.ts';
import { lockAccount, removeAccount, requireRemovable, requireRoleChangeAllowed } from './users/accounts.ts';

type Asked = { actor: Person; db: Kysely<Tables>; params: { id: number } };
type Writing = Asked & { reply: FastifyReply; write<T>(work: (w: WriteContext) => Promise<T>): Promise<T> };

/** 404 for somebody the asker cannot see, 403 where they see them but may not do this. */
async function mustAllow({ actor, db, params }: Asked, allowed: boolean): Promise<void> {
  if (allowed) return;
  throw (await canSeePerson(db, actor, params.id)) ? forbidden() : notFound('User');
}

async function loadUser(db: Kysely<Tables>, id: number): Promise<User> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('User');
  return toUser(row);
}

/** Everybody who may have this person's name or photo on screen. */
async function tellAround({ tx, events }: WriteContext, userId: number): Promise<void> {
  const users = [userId, ...(await peopleSharingProjects(tx, userId))];
  events.invalidateFor({ admins: true, users, ids: { users: [userId] } });
}

/** The cursor's text holds both names, as JSON. */
function readNames(at: string): [last: string, first: string] {
  try {
    const [last, first] = JSON.parse(at) as unknown[];
    if (typeof last === 'string' && typeof first === 'string' && !`${last}${first}`.includes('\u0000'))
      return [last, first];
  } catch {
    throw invalid('cursor', 'That cursor is not one of ours; start again without it');
  }
  throw invalid('cursor', 'That cursor is not one of ours; start again without it');
}

function after(cursor: string | undefined): RawBuilder<unknown> {
  const mark = parseCursor(cursor, 'name', 'text');
  if (!mark) return sql``;
  const [last, first] = readNames(mark.at);
  return sql`and (last_name, first_name, id) > (${last}, ${first}, ${mark.id}::integer)`;
}

function matching({ q, role }: { q?: string | undefined; role?: string | undefined }): RawBuilder<unknown> {
  // Nobody's name holds a NUL, and PostgreSQL refuses one.
  const words = q?.trim().replaceAll('\u0000', '\ufffd');
  const named = ['first_name', 'last_name', 'email', 'username'].map(
    (column) => sql`strpos(lower(${sql.ref(column)}), lower(${words})) > 0`,
  );
  return sql`closed_at is null ${role ? sql`and role = ${role}` : sql``}
    ${words ? sql`and (${sql.join(named, sql` or `)})` : sql``}`;
}

async function countUsers(db: Kysely<Tables>, condition: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total from users where ${condition}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

type Columns = { [K in keyof Updateable<UsersTable>]?: Updateable<UsersTable>[K] | undefined };

/** Writes the changed columns; an undefined one stays as it is. */
async function save(w: WriteContext, id: number, columns: Columns): Promise<User> {
  await tellAround(w, id);
  const row = await w.tx
    .updateTable('users')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirstOrThrow();
  return toUser(row);
}

async function setPhoto({ tx }: WriteContext, id: number, url: string | null | undefined): Promise<void> {
  if (url === undefined) return;
  const row = await tx.selectFrom('users').select('profile_photo_url').where('id', '=', id).executeTakeFirst();
  if (url === (row?.profile_photo_url ?? null)) return;
  if (url !== null) throw invalid('profilePhotoUrl', 'A photo is changed by uploading it');
  await tx.deleteFrom('profile_photos').where('user_id', '=', id).execute();
}

/** Accounts; `logins` are ended where a role or password changes and where an account goes (decisions §4). */
export function users(logins: Pick<Logins, 'end' | 'forget' | 'startAnew'>): Handlers<typeof api.users> {
  /** Ends all logins of a person; whoever changes their own account goes on with a new one. Answers what to do after the commit. */
  async function endAll(w: WriteContext, { actor, params, reply }: Writing): Promise<(reply: FastifyReply) => void> {
    if (actor.id === params.id) return logins.startAnew(w, params.id, reply.request);
    const ended: LoginRevoked = { user: params.id };
    await logins.end(w, ended);
    return () => logins.forget(ended);
  }

  /** Writes, and with it ends the person's logins if `ends`. */
  async function writeAndEnd<T>(
    ask: Writing,
    work: (w: WriteContext) => Promise<{ answer: T; ends: boolean }>,
  ): Promise<T> {
    const { answer, after } = await ask.write(async (w) => {
      const { answer, ends } = await work(w);
      return { answer, after: ends ? await endAll(w, ask) : () => undefined };
    });
    after(ask.reply);
    return answer;
  }

  return {
    async list({ db, query }) {
      const condition = matching(query);
      const found = await db
        .selectFrom('users')
        .select(userColumns)
        .where(sql<boolean>`${condition} ${after(query.cursor)}`)
        .orderBy('last_name')
        .orderBy('first_name')
        .orderBy('id')
        .limit(sql.lit(query.limit + 1))
        .execute();
      const page = paginate(found.map(toUser), query.limit, (user) => ({
        by: 'name',
        at: JSON.stringify([user.lastName, user.firstName]),
        id: user.id,
      }));
      return query.cursor ? page : { ...page, total: await countUsers(db, condition) };
    },

    async create({ body, write }) {
      const password = await hashPassword(body.password);
      return write(async ({ tx, events }) => {
        events.invalidateFor({ admins: true });
        const { username, email, firstName, lastName, company = null, role } = body;
        const row = await tx
          .insertInto('users')
          .values({ username, email, first_name: firstName, last_name: lastName, company, role, password })
          .returning(userColumns)
          .executeTakeFirstOrThrow();
        return toUser(row);
      });
    },

    async edit(ask) {
      const { actor, body, params } = ask;
      await mustAllow(ask, can.manageUsers(actor));
      const password = body.password ? await hashPassword(body.password) : undefined;
      return writeAndEnd(ask, async (w) => {
        const account = await lockAccount(w.tx, params.id);
        await requireRoleChangeAllowed(w.tx, account, { by: actor.id, to: body.role });
        const { username, email, firstName, lastName, company, role } = body;
        const columns = { username, email, first_name: firstName, last_name: lastName, company, role, password };
        const answer = await save(w, account.id, columns);
        return { answer, ends: password !== undefined || role !== account.role };
      });
    },

    async remove(ask) {
      const { actor, params } = ask;
      await mustAllow(ask, can.manageUsers(actor));
      return writeAndEnd(ask, async (w) => {
        const account = await lockAccount(w.tx, params.id);
        await requireRemovable(w.tx, account, actor.id);
        await tellAround(w, account.id);
        await removeAccount(w.tx, account.id);
        return { answer: ok, ends: true };
      });
    },

    async changeRole(ask) {
      const { actor, body, params } = ask;
      await mustAllow(ask, can.manageUsers(actor));
      return writeAndEnd(ask, async (w) => {
        const account = await lockAccount(w.tx, params.id);
        await requireRoleChangeAllowed(w.tx, account, { by: actor.id, to: body.role });
        const answer = await save(w, account.id, { role: body.role });
        return { answer, ends: body.role !== account.role };
      });
    },

    async get({ actor, db, params }) {
      if (!(await canSeePerson(db, actor, params.id))) throw notFound('User');
      const user = await loadUser(db, params.id);
      if (can.seeWholePerson(actor, user)) return user;
      const { id, firstName, lastName, role, profilePhotoUrl } = user;
      return { id, firstName, lastName, role, profilePhotoUrl };
    },

    async stats({ actor, db, params }) {
      if (!(await canSeePerson(db, actor, params.id))) throw notFound('User');
      const found = await sql<{ assignedJobs: number; completedJobs: number }>`
        select
          (select count(*) from sites si join projects p on p.id = si.project_id
            where si.photographer_id = ${params.id} and si.removed_at is null and p.removed_at is null)
            as "assignedJobs",
          (select count(*) from sessions
            where photographer_id = ${params.id} and removed_at is null and status in ('approved', 'completed'))
            as "completedJobs"`.execute(db);
      return found.rows[0] ?? { assignedJobs: 0, completedJobs: 0 };
    },

    async editProfile(ask) {
      const { actor, body, params, write } = ask;
      await mustAllow(ask, can.editProfile(actor, { id: params.id }));
      return write(async (w) => {
        const { id } = await lockAccount(w.tx, params.id);
        const { firstName, lastName, email, phone, bio, company, profilePhotoUrl } = body;
        await setPhoto(w, id, profilePhotoUrl);
        const columns = { email, phone, bio, company, profile_photo_url: profilePhotoUrl };
        return save(w, id, { ...columns, first_name: firstName, last_name: lastName });
      });
    },

    async changePhoto(ask) {
      const { actor, body, params, write } = ask;
      await mustAllow(ask, can.editProfile(actor, { id: params.id }));
      const photo = await preparePhoto(body.profilePhotoUrl);
      return write(async (w) => {
        const { id } = await lockAccount(w.tx, params.id);
        await w.tx
          .insertInto('profile_photos')
          .values({ user_id: id, ...photo })
          .onConflict((same) => same.column('user_id').doUpdateSet({ ...photo, created_at: sql`now()` }))
          .execute();
        const profilePhotoUrl = photoUrl(id, photo.version);
        await save(w, id, { profile_photo_url: profilePhotoUrl });
        return { profilePhotoUrl };
      });
    },
  };
}

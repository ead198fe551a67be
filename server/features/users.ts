// Accounts: admins create, change and delete them; people change their own profile and photo.
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
import { isVisible } from '#server/visibility.ts';
import { photoUrl, preparePhoto, sendPhoto } from './profile-photo.ts';
import { peopleSharingProjects } from './project-audience.ts';
import { toUser, userColumns } from './user-names.ts';
import { lockAccount, removeAccount, requireRemovable, requireRoleChangeAllowed } from './users/accounts.ts';

type UserContext = { actor: Person; db: Kysely<Tables>; params: { id: number } };
type UserWriteContext = UserContext & {
  reply: FastifyReply;
  write<T>(work: (context: WriteContext) => Promise<T>): Promise<T>;
};

async function requireVisible({ actor, db, params: { id } }: UserContext): Promise<void> {
  if (!(await isVisible(db, actor, { kind: 'user', id }))) throw notFound('User');
}

/** 404 for somebody whom the actor cannot see, 403 where they see them but may not change their profile. */
async function requireOwnProfile(ctx: UserContext): Promise<void> {
  if (can.editProfile(ctx.actor, { id: ctx.params.id })) return;
  await requireVisible(ctx);
  throw forbidden();
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

/** Open pages that may show this person's name or photo refetch. */
async function invalidateForUser({ tx, events }: WriteContext, userId: number): Promise<void> {
  const users = [userId, ...(await peopleSharingProjects(tx, userId))];
  events.invalidateFor({ admins: true, users, ids: { users: [userId] } });
}

/** The cursor's text holds both names, as JSON. */
function parseNames(at: string): [last: string, first: string] {
  try {
    const [last, first] = JSON.parse(at) as unknown[];
    if (typeof last === 'string' && typeof first === 'string' && !`${last}${first}`.includes('\u0000'))
      return [last, first];
  } catch {
    throw invalid('cursor', 'That cursor is not one of ours; start again without it');
  }
  throw invalid('cursor', 'That cursor is not one of ours; start again without it');
}

function after(text: string | undefined): RawBuilder<unknown> {
  const cursor = parseCursor(text, 'name', 'text');
  if (!cursor) return sql``;
  const [last, first] = parseNames(cursor.at);
  return sql`and (last_name, first_name, id) > (${last}, ${first}, ${cursor.id}::integer)`;
}

function matching({ q, role }: { q?: string | undefined; role?: string | undefined }): RawBuilder<unknown> {
  // Nobody's name holds a NUL, and PostgreSQL refuses one.
  const words = q?.trim().replaceAll('\u0000', '\ufffd');
  const matches = ['first_name', 'last_name', 'email', 'username'].map(
    (column) => sql`strpos(lower(${sql.ref(column)}), lower(${words})) > 0`,
  );
  return sql`closed_at is null ${role ? sql`and role = ${role}` : sql``}
    ${words ? sql`and (${sql.join(matches, sql` or `)})` : sql``}`;
}

async function countUsers(db: Kysely<Tables>, condition: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total from users where ${condition}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

type Columns = { [K in keyof Updateable<UsersTable>]?: Updateable<UsersTable>[K] | undefined };

/** Writes the changed columns; an undefined one stays as it is. */
async function save(context: WriteContext, id: number, columns: Columns): Promise<User> {
  await invalidateForUser(context, id);
  const row = await context.tx
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

/** `logins` end where a role or password changes and where an account is removed (decisions §4). */
export function users(logins: Pick<Logins, 'end' | 'forget' | 'startAnew'>): Handlers<typeof api.users> {
  /** Ends all logins of a person; one who changes their own account gets a new one. Answers what to do after the commit. */
  async function endAll(
    context: WriteContext,
    { actor, params, reply }: UserWriteContext,
  ): Promise<(reply: FastifyReply) => void> {
    if (actor.id === params.id) return logins.startAnew(context, params.id, reply.request);
    const ended: LoginRevoked = { user: params.id };
    await logins.end(context, ended);
    return () => logins.forget(ended);
  }

  /** Writes, and in the same transaction ends the person's logins if `ends`. */
  async function writeAndEnd<T>(
    ctx: UserWriteContext,
    work: (context: WriteContext) => Promise<{ answer: T; ends: boolean }>,
  ): Promise<T> {
    const { answer, after } = await ctx.write(async (context) => {
      const { answer, ends } = await work(context);
      return { answer, after: ends ? await endAll(context, ctx) : () => undefined };
    });
    after(ctx.reply);
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

    async edit(ctx) {
      const { actor, body, params } = ctx;
      const password = body.password ? await hashPassword(body.password) : undefined;
      return writeAndEnd(ctx, async (context) => {
        const account = await lockAccount(context.tx, params.id);
        await requireRoleChangeAllowed(context.tx, account, { by: actor.id, to: body.role });
        const { username, email, firstName, lastName, company, role } = body;
        const columns = { username, email, first_name: firstName, last_name: lastName, company, role, password };
        const answer = await save(context, account.id, columns);
        return { answer, ends: password !== undefined || role !== account.role };
      });
    },

    async remove(ctx) {
      const { actor, params } = ctx;
      return writeAndEnd(ctx, async (context) => {
        const account = await lockAccount(context.tx, params.id);
        await requireRemovable(context.tx, account, actor.id);
        await invalidateForUser(context, account.id);
        await removeAccount(context.tx, account.id);
        return { answer: ok, ends: true };
      });
    },

    async changeRole(ctx) {
      const { actor, body, params } = ctx;
      return writeAndEnd(ctx, async (context) => {
        const account = await lockAccount(context.tx, params.id);
        await requireRoleChangeAllowed(context.tx, account, { by: actor.id, to: body.role });
        const answer = await save(context, account.id, { role: body.role });
        return { answer, ends: body.role !== account.role };
      });
    },

    async get({ actor, db, params }) {
      await requireVisible({ actor, db, params });
      const user = await loadUser(db, params.id);
      if (can.seeWholePerson(actor, user)) return user;
      const { id, firstName, lastName, role, profilePhotoUrl } = user;
      return { id, firstName, lastName, role, profilePhotoUrl };
    },

    async stats({ actor, db, params }) {
      await requireVisible({ actor, db, params });
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

    async editProfile(ctx) {
      const { body, params, write } = ctx;
      await requireOwnProfile(ctx);
      return write(async (context) => {
        const { id } = await lockAccount(context.tx, params.id);
        const { firstName, lastName, email, phone, bio, company, profilePhotoUrl } = body;
        await setPhoto(context, id, profilePhotoUrl);
        const columns = { email, phone, bio, company, profile_photo_url: profilePhotoUrl };
        return save(context, id, { ...columns, first_name: firstName, last_name: lastName });
      });
    },

    async changePhoto(ctx) {
      const { body, params, write } = ctx;
      await requireOwnProfile(ctx);
      const photo = await preparePhoto(body.profilePhotoUrl);
      return write(async (context) => {
        const { id } = await lockAccount(context.tx, params.id);
        await context.tx
          .insertInto('profile_photos')
          .values({ user_id: id, ...photo })
          .onConflict((same) => same.column('user_id').doUpdateSet({ ...photo, created_at: sql`now()` }))
          .execute();
        const profilePhotoUrl = photoUrl(id, photo.version);
        await save(context, id, { profile_photo_url: profilePhotoUrl });
        return { profilePhotoUrl };
      });
    },

    photo: sendPhoto,
  };
}

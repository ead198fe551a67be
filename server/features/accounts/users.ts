// Accounts: admins create, change and delete them; people change their own profile and photo.
import type { FastifyReply } from 'fastify';
import { type Kysely, type RawBuilder, sql, type Updateable } from 'kysely';
import type { User } from '#contract/accounts/users.ts';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import { can, type Person } from '#contract/policy.ts';
import { peopleSharingProjects } from '#server/db/project-relations.ts';
import type { Tables, UsersTable } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { userColumns } from '#server/db/user-names.ts';
import { raisedVersion } from '#server/db/versions.ts';
import {
  accountFacts,
  readAccount,
  recordAccount,
  recordEdit,
  recordProfile,
} from '#server/features/audit/account-acts.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import type { Logins } from '#server/http/login/login.ts';
import { forbidden, invalid, notFound } from '#server/lib/problem.ts';
import type { PasswordRules } from '#server/lib/secrets/password-rules.ts';
import type { Decoder } from '#server/media/images/supervised-decoder.ts';
import { isVisible } from '#server/visibility.ts';
import {
  type Account,
  addAccount,
  freePlannedVisits,
  hashNewPassword,
  lockAccount,
  rejectStale,
  removeAccount,
  requireRemovable,
  requireRoleChangeAllowed,
} from './accounts.ts';
import { endLinks } from './link-rows.ts';
import { listUsers } from './list.ts';
import { refusedEmail, requirePasswordForEmail } from './own-email.ts';
import { photoUrl, preparePhoto, sendPhoto } from './profile-photo.ts';

type Context<Call extends keyof typeof api.users> = RequestContext<(typeof api.users)[Call]>;
type UserContext = { actor: Person; db: Kysely<Tables>; params: { id: number } };

async function requireVisible({ actor, db, params: { id } }: UserContext): Promise<void> {
  if (!(await isVisible(db, actor, { kind: 'user', id }))) throw notFound('User');
}

/** 404 for somebody whom the actor cannot see, 403 where they see them but may not change their profile. */
async function requireOwnProfile(ctx: UserContext): Promise<void> {
  if (can.editProfile(ctx.actor, { id: ctx.params.id })) return;
  await requireVisible(ctx);
  throw forbidden();
}

/** Open pages that may show this person's name or photo refetch. */
async function invalidateForUser({ tx, events }: WriteContext, userId: number): Promise<void> {
  const users = [userId, ...(await peopleSharingProjects(tx, userId))];
  events.invalidateFor({ admins: true, users, ids: { users: [userId] } });
}

type Columns = { [K in keyof Updateable<UsersTable>]?: Updateable<UsersTable>[K] | RawBuilder<number> | undefined };

/** Writes the changed columns; an undefined one stays as it is. */
async function save(context: WriteContext, id: number, columns: Columns): Promise<User> {
  await invalidateForUser(context, id);
  return context.tx
    .updateTable('users')
    .set({ ...(columns as Updateable<UsersTable>), updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirstOrThrow();
}

async function createUser(rules: PasswordRules, ctx: Context<'createUser'>): Promise<User> {
  const { body, write } = ctx;
  const password = await hashNewPassword(rules, ctx, body);
  return write(async (context) => {
    context.events.invalidateFor({ admins: true });
    return addAccount(context, { by: ctx.actor.id, account: body, password });
  });
}

type AccountContext = {
  actor: Person;
  params: { id: number };
  reply: FastifyReply;
  write<T>(work: (context: WriteContext) => Promise<T>): Promise<T>;
};

/**
 * Changes a locked account, and in the same transaction ends its logins where the change asks for it (behaviour §9.3). People who change their own
 * account get a new login.
 */
async function changeAccount<T>(
  logins: Pick<Logins, 'endAll'>,
  { actor, params: { id }, reply, write }: AccountContext,
  change: (context: WriteContext, account: Account) => Promise<{ answer: T; endsLogins: boolean }>,
): Promise<T> {
  const { answer, afterCommit } = await write(async (context) => {
    const { answer, endsLogins } = await change(context, await lockAccount(context.tx, id));
    const own = actor.id === id ? reply : undefined;
    return { answer, afterCommit: endsLogins ? await logins.endAll(context, id, own) : undefined };
  });
  afterCommit?.();
  return answer;
}

/** A link that went to another address is not for who has the account now; and who got a password needs none. */
async function endLinksOfEdit(
  { tx }: WriteContext,
  before: User,
  { email, password }: { email: string; password?: string | undefined },
): Promise<void> {
  if (password || email.toLowerCase() !== before.email?.toLowerCase()) await endLinks(tx, before.id);
}

type EditDependencies = { logins: Pick<Logins, 'endAll'>; rules: PasswordRules };

async function editUser({ logins, rules }: EditDependencies, ctx: Context<'editUser'>): Promise<User> {
  const { username, email, firstName, lastName, company, role } = ctx.body;
  const { id } = ctx.params;
  const chosen = ctx.body.password;
  const password = chosen
    ? await hashNewPassword(rules, ctx, {
        id,
        username,
        email,
        firstName,
        lastName: lastName ?? null,
        password: chosen,
      })
    : undefined;
  return changeAccount(logins, ctx, async (context, account) => {
    await rejectStale(context.tx, account, ctx.body);
    await requireRoleChangeAllowed(context.tx, account, { by: ctx.actor.id, to: role });
    if (role !== account.role) await freePlannedVisits(context.tx, account.id);
    const names = { first_name: firstName, last_name: lastName };
    const invited = password ? { invited_until: null } : {};
    const columns = { username, email, ...names, company, role, password, ...invited, ...raisedVersion };
    const before = await readAccount(context.tx, account.id);
    await endLinksOfEdit(context, before, { email, password });
    const answer = await save(context, account.id, columns);
    await recordEdit(context, { by: ctx.actor.id, before, after: answer });
    if (password) await recordAccount(context, { by: ctx.actor.id, act: 'passwordSet', user: answer });
    return { answer, endsLogins: password !== undefined || role !== account.role };
  });
}

async function getUser(ctx: Context<'getUser'>) {
  await requireVisible(ctx);
  const user = await ctx.db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', ctx.params.id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (!user) throw notFound('User');
  if (can.seeWholePerson(ctx.actor, user)) return user;
  const { id, firstName, lastName, role, profilePhotoUrl } = user;
  return { id, firstName, lastName, role, profilePhotoUrl };
}

async function userStats({ actor, db, params }: Context<'userStats'>) {
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
}

/** A form may send the photo's address back as it is, or null to remove the photo. */
async function keepOrRemovePhoto({ tx }: WriteContext, id: number, url: string | null | undefined): Promise<void> {
  if (url === undefined) return;
  const row = await tx.selectFrom('users').select('profile_photo_url').where('id', '=', id).executeTakeFirst();
  if (url === (row?.profile_photo_url ?? null)) return;
  if (url !== null) throw invalid('profilePhotoUrl', 'Upload a photo to change it');
  await tx.deleteFrom('profile_photos').where('user_id', '=', id).execute();
}

async function editProfile(ctx: Context<'editProfile'>): Promise<User> {
  await requireOwnProfile(ctx);
  await requirePasswordForEmail(ctx);
  const saved = ctx.write(async (context) => {
    const account = await lockAccount(context.tx, ctx.params.id);
    await rejectStale(context.tx, account, ctx.body);
    const { id } = account;
    const { firstName, lastName, email, phone, bio, company, profilePhotoUrl } = ctx.body;
    const before = await readAccount(context.tx, id);
    await endLinksOfEdit(context, before, { email });
    await keepOrRemovePhoto(context, id, profilePhotoUrl);
    const columns = { email, phone, bio, company, profile_photo_url: profilePhotoUrl, ...raisedVersion };
    const saved = await save(context, id, { ...columns, first_name: firstName, last_name: lastName });
    await recordProfile(context, { by: ctx.actor.id, before, after: saved });
    return saved;
  });
  return saved.catch((error: unknown) => {
    throw refusedEmail(ctx.actor, error);
  });
}

async function changePhoto(decoder: Decoder, ctx: Context<'changePhoto'>) {
  await requireOwnProfile(ctx);
  const photo = await preparePhoto(decoder, ctx.body.profilePhotoUrl);
  return ctx.write(async (context) => {
    const { id } = await lockAccount(context.tx, ctx.params.id);
    const before = await readAccount(context.tx, id);
    await context.tx
      .insertInto('profile_photos')
      .values({ user_id: id, ...photo })
      .onConflict((same) => same.column('user_id').doUpdateSet({ ...photo, created_at: sql`now()` }))
      .execute();
    const profilePhotoUrl = photoUrl(id, photo.version);
    // The photo is no field of a form that may stand open meanwhile: the version stays.
    const saved = await save(context, id, { profile_photo_url: profilePhotoUrl });
    await recordProfile(context, { by: ctx.actor.id, before, after: saved });
    return { profilePhotoUrl };
  });
}

export function users(
  logins: Pick<Logins, 'endAll'>,
  rules: PasswordRules,
  decoder: Decoder,
): Handlers<typeof api.users> {
  return {
    users: listUsers,
    createUser: (ctx) => createUser(rules, ctx),
    editUser: (ctx) => editUser({ logins, rules }, ctx),

    removeUser: (ctx) =>
      changeAccount(logins, ctx, async (context, account) => {
        await requireRemovable(context.tx, account, ctx.actor.id);
        await invalidateForUser(context, account.id);
        const user = await readAccount(context.tx, account.id);
        await removeAccount(context.tx, account.id);
        await recordAccount(context, { by: ctx.actor.id, act: 'userRemoved', user, before: accountFacts(user) });
        return { answer: ok, endsLogins: true };
      }),

    changeRole: (ctx) =>
      changeAccount(logins, ctx, async (context, account) => {
        const { role } = ctx.body;
        await rejectStale(context.tx, account, ctx.body);
        await requireRoleChangeAllowed(context.tx, account, { by: ctx.actor.id, to: role });
        if (role !== account.role) await freePlannedVisits(context.tx, account.id);
        const before = await readAccount(context.tx, account.id);
        const answer = await save(context, account.id, { role, ...raisedVersion });
        await recordEdit(context, { by: ctx.actor.id, before, after: answer });
        return { answer, endsLogins: role !== account.role };
      }),

    getUser,
    userStats,
    editProfile,
    changePhoto: (ctx) => changePhoto(decoder, ctx),
    userPhoto: sendPhoto,
  };
}

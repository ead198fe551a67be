// The rules for changing an account's role, closing and deleting it, all run inside the writing transaction; and passwords that admins set.
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { User } from '#contract/accounts/users.ts';
import type { Role } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { fullName, userColumns } from '#server/db/user-names.ts';
import { accountFacts, recordAccount } from '#server/features/audit/account-acts.ts';
import { clientIp } from '#server/http/security/client-ip.ts';
import { conflict, forbidden, notFound, stale } from '#server/lib/problem.ts';
import { hashPassword, verifyPassword } from '#server/lib/secrets/password.ts';
import type { NewPassword, PasswordRules } from '#server/lib/secrets/password-rules.ts';

type Tx = Transaction<Tables>;
export type Account = { id: number; role: Role; username: string; version: number; name: string };

/** Id of an advisory lock, an arbitrary number: roles and accounts change one after the other, so that rules over several of them hold. */
const accountsLock = 4_418_205_311;

/** Waits for other changes of accounts, then locks an open account until the transaction ends; 404 when there is none. */
export async function lockAccount(tx: Tx, id: number): Promise<Account> {
  await sql`select pg_advisory_xact_lock(${sql.lit(accountsLock)})`.execute(tx);
  const found = await sql<Account>`
    select id, role, username, version, ${fullName('users')} as name
    from users where id = ${id} and closed_at is null for update`.execute(tx);
  const account = found.rows[0];
  if (!account) throw notFound('User');
  return account;
}

export type NewAccount = Pick<User, 'username' | 'firstName' | 'lastName' | 'role'> & {
  email: string;
  company?: string | null | undefined;
};

/** Makes an account with the hash of a password. */
export async function addAccount(
  context: WriteContext,
  { by, account, password }: { by: number; account: NewAccount; password: string },
): Promise<User> {
  const { username, email, firstName, lastName, company = null, role } = account;
  const user = await context.tx
    .insertInto('users')
    .values({ username, email, first_name: firstName, last_name: lastName, company, role, password })
    .returning(userColumns)
    .executeTakeFirstOrThrow();
  await recordAccount(context, { by, act: 'userCreated', user, after: accountFacts(user) });
  return user;
}

/** 409 when the account is no longer as the sender of an edit read it; whoever may edit it may see the whole of it. */
export async function rejectStale(
  tx: Tx,
  { id, version }: Account,
  edit: { version?: number | null | undefined },
): Promise<void> {
  if ((edit.version ?? version) === version) return;
  throw stale('account', await tx.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst());
}

async function requireAnotherAdmin(tx: Tx, account: Account): Promise<void> {
  if (account.role !== 'admin') return;
  const others = await sql`
    select 1 from users where role = 'admin' and closed_at is null and invited_until is null and id <> ${account.id} limit 1`.execute(
    tx,
  );
  if (others.rows.length === 0)
    throw conflict(`${account.name} is the only administrator: make somebody else one first`, 'last_admin');
}

/** 'A, B and C'; of more than four the first three and the number of the others. */
function joinNames(names: string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** Why somebody cannot change their role: a project's client must be a client, a site's photographer a photographer (behaviour §1.5). */
async function whyRoleIsNeeded(tx: Tx, account: Account): Promise<string | null> {
  if (account.role === 'client') {
    const needed = await sql<{ name: string }>`
      select name from projects where client_id = ${account.id} and removed_at is null order by name`.execute(tx);
    return needed.rows.length ? `still the client of ${joinNames(needed.rows.map(({ name }) => name))}` : null;
  }
  if (account.role === 'photographer') {
    const needed = await sql<{ name: string }>`
      select si.name || ' (' || p.name || ')' as name from sites si join projects p on p.id = si.project_id
      where si.photographer_id = ${account.id} and si.removed_at is null and p.removed_at is null
      order by p.name, si.name`.execute(tx);
    return needed.rows.length ? `still the photographer of ${joinNames(needed.rows.map(({ name }) => name))}` : null;
  }
  return null;
}

/** Refuses a change of role: 403 for one's own admin role, 409 for the last admin and for somebody who is still needed in theirs. */
export async function requireRoleChangeAllowed(
  tx: Tx,
  account: Account,
  change: { by: number; to: Role },
): Promise<void> {
  if (account.role === change.to) return;
  if (account.id === change.by) throw forbidden('You cannot remove admin privileges from your own account');
  await requireAnotherAdmin(tx, account);
  const reason = await whyRoleIsNeeded(tx, account);
  if (reason) throw conflict(`${account.name} is ${reason}: hand that over first`, 'role_needed');
}

/** Refuses a deletion: 403 for one's own account, 409 for the last admin. */
export async function requireRemovable(tx: Tx, account: Account, by: number): Promise<void> {
  if (account.id === by) throw forbidden('You cannot delete your own administrator account');
  await requireAnotherAdmin(tx, account);
}

async function hasHistory(tx: Tx, id: number): Promise<boolean> {
  const found = await sql<{ history: boolean }>`
    select exists (select 1 from projects where client_id = ${id} or created_by = ${id})
      or exists (select 1 from sessions
        where photographer_id = ${id} or reviewed_by = ${id} or released_by = ${id})
      or exists (select 1 from session_records where by_id = ${id} or photographer_id = ${id})
      or exists (select 1 from disputes where client_id = ${id})
      or exists (select 1 from dispute_messages where user_id = ${id})
      or exists (select 1 from stages where created_by = ${id}) or exists (select 1 from stage_marks where by_id = ${id})
      or exists (select 1 from packs where made_by = ${id})
      or exists (select 1 from planned_visits where ${id} in (created_by, skipped_by, photographer_id))
      or exists (select 1 from share_links where shared_by = ${id} or ended_by = ${id}) as history`.execute(tx);
  return found.rows[0]?.history ?? true;
}

/** Visits that they were to make: anybody who may submit there may take them now. */
export async function freePlannedVisits(tx: Tx, id: number): Promise<void> {
  await sql`update planned_visits set photographer_id = null, version = version + 1, updated_at = now()
    where photographer_id = ${id} and skipped_at is null and session_id is null`.execute(tx);
}

/**
 * Deletes an account without history; one with history is closed: it leaves every list, its username and e-mail become free, and
 * old records show the name as 'Name (former)' (behaviour §1.6).
 */
export async function removeAccount(tx: Tx, id: number): Promise<void> {
  await sql`
    with freed as (
      update sites set photographer_id = null, updated_at = now() where photographer_id = ${id} returning project_id)
    update projects set version = version + 1
    where id in (select project_id from freed union select project_id from project_users where user_id = ${id})`.execute(
    tx,
  );
  await freePlannedVisits(tx, id);
  if (!(await hasHistory(tx, id))) {
    await tx.deleteFrom('users').where('id', '=', id).execute();
    return;
  }
  await tx.deleteFrom('project_users').where('user_id', '=', id).execute();
  await tx.deleteFrom('profile_photos').where('user_id', '=', id).execute();
  await tx.deleteFrom('account_links').where('user_id', '=', id).execute();
  await tx.deleteFrom('seen_projects').where('user_id', '=', id).execute();
  await sql`
    update users set closed_at = now(), updated_at = now(), profile_photo_url = null where id = ${id}`.execute(tx);
}

// The password that an admin sets for somebody: checked by the rules, and hashed in the turn of the admin's address.
type Asked = { db: Kysely<Tables>; request: FastifyRequest };

/** The hash to be stored. `id`: an account that has a password already, which the new one may not be. @throws 400 */
export async function hashNewPassword(
  rules: PasswordRules,
  { db, request }: Asked,
  { id, ...chosen }: NewPassword & { id?: number },
): Promise<string> {
  const { password, username } = chosen;
  await rules.require(chosen, 'password');
  const turn = { address: clientIp(request), account: username };
  if (id !== undefined) {
    const former = await db.selectFrom('users').select('password').where('id', '=', id).executeTakeFirst();
    rules.refuseFormer(former !== undefined && (await verifyPassword(former.password, password, turn)), 'password');
  }
  return hashPassword(password, turn);
}

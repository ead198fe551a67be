// What the audit log keeps of acts on accounts.
import type { Transaction } from 'kysely';
import type { User } from '#contract/accounts/users.ts';
import type { AuditAct } from '#contract/overview/audit-log.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { userColumns } from '#server/db/user-names.ts';
import { changedFacts, recordAct } from './handlers.ts';

/** What an account is; its role has an act of its own. */
export function accountFacts({ username, email, firstName, lastName, company, role }: User) {
  return { username, email, firstName, lastName, company, role };
}

const fieldFacts = ({ username, email, firstName, lastName, company }: User) => ({
  username,
  email,
  firstName,
  lastName,
  company,
});

const profileFacts = ({ email, firstName, lastName, company, phone, bio, profilePhotoUrl }: User) => ({
  email,
  firstName,
  lastName,
  company,
  phone,
  bio,
  profilePhotoUrl,
});

/** Of a locked account, before it is changed. */
export function readAccount(tx: Transaction<Tables>, id: number): Promise<User> {
  return tx.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirstOrThrow();
}

type AccountAct = { by: number | null; act: AuditAct; user: Pick<User, 'id' | 'firstName' | 'lastName'> };

export async function recordAccount(
  context: WriteContext,
  { by, act, user, ...facts }: AccountAct & { before?: object; after?: object },
): Promise<void> {
  const name = `${user.firstName} ${user.lastName}`;
  await recordAct(context, { by, act, subject: { kind: 'user', id: user.id, name }, ...facts });
}

type Change = { by: number; before: User; after: User };

/** An admin's edit: its fields, and the role for itself. What is as it was leaves no entry. */
export async function recordEdit(context: WriteContext, { by, before, after }: Change): Promise<void> {
  const fields = changedFacts(fieldFacts(before), fieldFacts(after));
  if (fields) await recordAccount(context, { by, act: 'userEdited', user: after, ...fields });
  const role = changedFacts({ role: before.role }, { role: after.role });
  if (role) await recordAccount(context, { by, act: 'roleChanged', user: after, ...role });
}

export async function recordProfile(context: WriteContext, { by, before, after }: Change): Promise<void> {
  const changed = changedFacts(profileFacts(before), profileFacts(after));
  if (changed) await recordAccount(context, { by, act: 'profileEdited', user: after, ...changed });
}

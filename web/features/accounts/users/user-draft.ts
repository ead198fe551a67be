// What the account dialogs hold while an admin types, the body it becomes, and whose name or address was taken already.

import type { User } from '#contract/accounts/users.ts';
import type { Role } from '#contract/policy.ts';
import type { ApiError } from '#web/lib/api/api-error.ts';

/** The role that an account has unless another is chosen (behaviour §10.8). */
export const newUser = {
  username: '',
  password: '',
  firstName: '',
  lastName: '',
  email: '',
  role: 'photographer' as Role,
  company: '',
};
export type UserDraft = typeof newUser;

export function draftOf({ username, firstName, lastName, email, role, company }: User): UserDraft {
  return { username, password: '', firstName, lastName, email: email ?? '', role, company: company ?? '' };
}

/** Only clients have a company; of others it is not sent, so that nothing is lost when a role changes back. */
export function toNewUser({ company, ...rest }: UserDraft) {
  return rest.role === 'client' ? { ...rest, company } : rest;
}

/** The invited person chooses the password. */
export function toInvitation(draft: UserDraft) {
  const { password: _, ...rest } = toNewUser(draft);
  return rest;
}

/** An empty password is left out: the present one stays (behaviour §8.3). */
export function toUserEdit(draft: UserDraft) {
  const { password, ...rest } = toNewUser(draft);
  return password === '' ? rest : { ...rest, password };
}

type Taken = { field: 'username' | 'email'; sentence: string };

/** The specified sentence for a username or address that somebody has (behaviour §9.2); by the answer's code where it has one. */
export function takenFieldOf(
  error: Pick<ApiError, 'code' | 'message'>,
  { username, email }: UserDraft,
): Taken | undefined {
  const name: Taken = {
    field: 'username',
    sentence: `Username ${username.trim()} is already taken. Please choose a different username.`,
  };
  const address: Taken = {
    field: 'email',
    sentence: `Email ${email.trim()} is already registered. Please use a different email address.`,
  };
  if (error.code === 'username_taken') return name;
  if (error.code === 'email_taken') return address;
  if (error.code !== undefined) return undefined;
  const message = error.message.toLowerCase();
  if (message.includes('email') && message.includes('already exists')) return address;
  return /duplicate key|username|already exists/.test(message) ? name : undefined;
}

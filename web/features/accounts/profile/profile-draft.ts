// What the profile dialog holds while somebody types, and the body that it becomes.
import type { User } from '#contract/accounts/users.ts';
import { fullName } from '#web/lib/format/format.ts';

export type ProfileDraft = ReturnType<typeof profileDraftOf>;

export function profileDraftOf(user: User) {
  const { firstName, lastName, email, phone, company, bio } = user;
  const text = { email: email ?? '', phone: phone ?? '', company: company ?? '', bio: bio ?? '' };
  return { firstName, lastName, ...text, currentPassword: '' };
}

/** Only clients have a company field (behaviour §8.5); of others it is not sent and stays as it is. */
export function toProfile({ company, currentPassword, ...rest }: ProfileDraft, { role }: Pick<User, 'role'>) {
  const profile = currentPassword === '' ? rest : { ...rest, currentPassword };
  return role === 'client' ? { ...profile, company } : profile;
}

/** The dialog's title (behaviour §8.5): one's own, somebody else's to change, or somebody's to look at. */
export function profileTitle(
  user: Pick<User, 'firstName' | 'lastName'>,
  how: { own: boolean; editing: boolean },
): string {
  if (!how.editing) return `${fullName(user)}'s Profile`;
  return how.own ? 'My Profile' : 'Edit Profile';
}

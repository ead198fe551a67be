// The columns of a user as replies name them, and people's names as they stand in lists, records and sentences.
import { type RawBuilder, sql } from 'kysely';
import type { PersonRef } from '#contract/accounts/users.ts';
import { toLikePattern, toSearchWords } from '#server/lib/search-dates.ts';

/** A whole account, for `.select(userColumns)` and `.returning(userColumns)`; the password is not among them. */
export const userColumns = [
  'id',
  'username',
  'email',
  'first_name as firstName',
  'last_name as lastName',
  'company',
  'role',
  'profile_photo_url as profilePhotoUrl',
  'bio',
  'phone',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'invited_until as invitedUntil',
] as const;

/** The last name of a `users` row under this alias; of a closed account it ends in ' (former)' (behaviour §1.6). */
export function lastName(alias: string): RawBuilder<string> {
  const name = sql.ref(`${alias}.last_name`);
  return sql<string>`case when ${sql.ref(`${alias}.closed_at`)} is null then ${name} else ${name} || ' (former)' end`;
}

/** 'First Last' of a `users` row under this alias, as it is written into records and sentences. */
export function fullName(alias: string): RawBuilder<string> {
  return sql<string>`${sql.ref(`${alias}.first_name`)} || ' ' || ${lastName(alias)}`;
}

/** A person as replies name them (PersonRef), of a `users` row under this alias. */
export function personRef(alias: string): RawBuilder<PersonRef> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<PersonRef>`json_build_object('id', ${column('id')}, 'firstName', ${column('first_name')},
    'lastName', ${lastName(alias)}, 'username', ${column('username')})`;
}

/** The ids of those whose first or last name holds this; usernames of clients are not everybody's to find. */
export function idsByName(pattern: string): RawBuilder<number[]> {
  return sql<
    number[]
  >`array(select id from users where search_fold(first_name) like ${pattern} or search_fold(last_name) like ${pattern})`;
}

/** Conditions on `users` under this alias: each word of a search stands in one of these columns. */
export function containEachWord(
  text: string,
  { alias, columns }: { alias: string; columns: readonly string[] },
): RawBuilder<unknown>[] {
  return toSearchWords(text).map((word) => {
    const pattern = toLikePattern(word);
    const ways = columns.map((column) => sql`search_fold(${sql.ref(`${alias}.${column}`)}) like ${pattern}`);
    return sql`(${sql.join(ways, sql` or `)})`;
  });
}

/** What admins find somebody by. Everybody else finds by `nameColumns` alone: the rest is not theirs to read. */
export const accountColumns = ['first_name', 'last_name', 'email', 'username', 'company'] as const;
export const nameColumns = ['first_name', 'last_name'] as const;

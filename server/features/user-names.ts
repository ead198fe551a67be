// The columns of a user as replies name them, and people's names as they stand in lists, records and sentences.
import { type RawBuilder, sql } from 'kysely';
import type { PersonRef } from '#contract/users.ts';

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
  'created_at as createdAt',
  'updated_at as updatedAt',
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

export type PersonRefRow<Prefix extends string> = { [K in `${Prefix}_id`]: number } & {
  [K in `${Prefix}_first_name` | `${Prefix}_last_name` | `${Prefix}_username`]: string;
};

/** Select list of a person: the `users` row under `alias` as `<prefix>_id, _first_name, _last_name, _username`; read it by `toPersonRef`. */
export function personRefColumns(alias: string, prefix: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.id`)} as ${sql.id(`${prefix}_id`)},
    ${sql.ref(`${alias}.first_name`)} as ${sql.id(`${prefix}_first_name`)},
    ${lastName(alias)} as ${sql.id(`${prefix}_last_name`)},
    ${sql.ref(`${alias}.username`)} as ${sql.id(`${prefix}_username`)}`;
}

export function toPersonRef<Prefix extends string>(row: PersonRefRow<Prefix>, prefix: Prefix): PersonRef {
  const columns = row as Record<string, unknown>;
  return {
    id: columns[`${prefix}_id`] as number,
    firstName: columns[`${prefix}_first_name`] as string,
    lastName: columns[`${prefix}_last_name`] as string,
    username: columns[`${prefix}_username`] as string,
  };
}

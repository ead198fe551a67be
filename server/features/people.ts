// People: their rows turned into replies, who of them sees whom, and who belongs to a project.
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import type { PersonRef, User } from '#contract/users.ts';
import type { Tables, UsersTable } from '#server/db/schema.ts';
import { visibleProjectIds } from '#server/visibility.ts';

/** What `toUser` needs, for `.select(userColumns)` and `.returning(userColumns)`; the password is not among them. */
export const userColumns = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'company',
  'role',
  'profile_photo_url',
  'bio',
  'phone',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof UsersTable)[];

type UserRow = Pick<Selectable<UsersTable>, (typeof userColumns)[number]>;

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    company: row.company,
    role: row.role,
    profilePhotoUrl: row.profile_photo_url,
    bio: row.bio,
    phone: row.phone,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The last name of a `users` row under this alias; of a closed account it ends in ' (former)' (decisions §3). */
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

/** Select list of a name: the `users` row under `alias` as `<prefix>_id, _first_name, _last_name, _username`; read it by `toPersonRef`. */
export function personRefColumns(alias: string, prefix: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.id`)} as ${sql.id(`${prefix}_id`)},
    ${sql.ref(`${alias}.first_name`)} as ${sql.id(`${prefix}_first_name`)},
    ${lastName(alias)} as ${sql.id(`${prefix}_last_name`)},
    ${sql.ref(`${alias}.username`)} as ${sql.id(`${prefix}_username`)}`;
}

export function toPersonRef<Prefix extends string>(row: PersonRefRow<Prefix>, prefix: Prefix): PersonRef {
  const named = row as Record<string, unknown>;
  return {
    id: named[`${prefix}_id`] as number,
    firstName: named[`${prefix}_first_name`] as string,
    lastName: named[`${prefix}_last_name`] as string,
    username: named[`${prefix}_username`] as string,
  };
}

/** Ids of the projects that concern somebody: as client, member, photographer of a site or holder of a session. */
function projectsOf(userId: number): RawBuilder<unknown> {
  return sql`(
    select id as project_id from projects where client_id = ${userId}
    union all select project_id from project_users where user_id = ${userId}
    union all select project_id from sites where photographer_id = ${userId} and removed_at is null
    union all select project_id from session_counts where photographer_id = ${userId} and sessions > 0)`;
}

/** Whether the asker may see this person (decisions §3); closed accounts are nobody's. */
export async function canSeePerson(db: Kysely<Tables>, actor: Person, userId: number): Promise<boolean> {
  const always = can.seePerson(actor, { id: userId, sharesProject: false });
  const found = await sql`
    select 1 from users where id = ${userId} and closed_at is null and (${always} or exists (
      select 1 from ${projectsOf(userId)} theirs where theirs.project_id in ${visibleProjectIds(actor)}))`.execute(db);
  return found.rows.length > 0;
}

/** Ids of everybody whom these projects (an array or a subquery of ids) concern, for `tell.concerns`. */
async function peopleIn(db: Kysely<Tables>, projects: RawBuilder<unknown>): Promise<number[]> {
  const found = await sql<{ id: number }>`
    with chosen as materialized ${projects}
    select client_id as id from projects where id in (select project_id from chosen)
    union
    select user_id from project_users where project_id in (select project_id from chosen)
    union
    select photographer_id from sites
    where project_id in (select project_id from chosen) and removed_at is null and photographer_id is not null
    union
    select photographer_id from session_counts
    where project_id in (select project_id from chosen) and sessions > 0`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Ids of everybody whom a project concerns. */
export function projectPeople(db: Kysely<Tables>, projectId: number): Promise<number[]> {
  return peopleIn(db, sql`(select ${projectId}::integer as project_id)`);
}

/** Ids of everybody who shares a project with this person, who may thus have their name on screen. */
export function peopleSharingProjects(db: Kysely<Tables>, userId: number): Promise<number[]> {
  return peopleIn(db, projectsOf(userId));
}

/** Ids of those who raised concerns there: they may have left the project since, and still read their own. */
export async function disputeRaisers(
  db: Kysely<Tables>,
  where: { project: number } | { session: number },
): Promise<number[]> {
  const here = 'project' in where ? sql`s.project_id = ${where.project}` : sql`s.id = ${where.session}`;
  const found = await sql<{ id: number }>`
    select distinct d.client_id as id from disputes d join sessions s on s.id = d.session_id
    where s.removed_at is null and ${here}`.execute(db);
  return found.rows.map(({ id }) => id);
}

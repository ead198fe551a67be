// Whom a mail is for, as they are now: with the role that they have, and nobody whose account is closed.
import { type Kysely, sql } from 'kysely';
import type { Person, Role } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';

export async function findReader(db: Kysely<Tables>, userId: number): Promise<Person | null> {
  const found = await sql<{ role: Role }>`select role from users where id = ${userId} and closed_at is null`.execute(
    db,
  );
  return found.rows[0] ? { kind: 'person', id: userId, role: found.rows[0].role } : null;
}

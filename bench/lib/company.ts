// A company of any size, written by the database itself (company.sql): people, projects, sessions with their records, concerns, notices.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#server/db/open.ts';
import { hashPassword } from '#server/lib/secrets/password.ts';

/** The usernames of those whose view is measured: an admin, a photographer of 1 % of the sessions, the client of three projects. */
export const actors = ['admin', 'photographer', 'client'] as const;
export type Actor = (typeof actors)[number];
export const password = 'a-good-password';

/** What the notes hold: one in about three sessions, one in 5,000. */
export const words = { common: 'concrete', rare: 'caisson' };

/** About 100 sessions in a project, 3 projects of a client, 500 sessions by a photographer; those who release are few in any company. */
function sizeOf(sessions: number) {
  const clients = Math.max(2, Math.round(sessions / 300));
  return {
    sessions,
    admins: 3,
    photographers: Math.max(4, Math.round(sessions / 500)),
    clients,
    projects: clients * 3,
  };
}

/** Fills migrated, empty tables; 100,000 sessions take some ten seconds. Afterwards the planner knows them, as it would after a day. */
export async function fillCompany(database: Database, sessions: number, today = new Date()): Promise<void> {
  const { admins, photographers, clients, projects } = sizeOf(sessions);
  const hash = await hashPassword(password);
  const script = readFileSync(join(import.meta.dirname, 'company.sql'), 'utf8');
  await database.tx(async (tx) => {
    await sql`set local statement_timeout = '5min'`.execute(tx);
    await sql`create temporary table size on commit drop as select ${today}::timestamptz as today, ${hash}::text as password,
      ${sessions}::integer as sessions, ${admins}::integer as admins, ${photographers}::integer as photographers,
      ${clients}::integer as clients, ${projects}::integer as projects`.execute(tx);
    await sql.raw(script).execute(tx);
  });
  await database.query.connection().execute(async (one) => {
    // On a busy machine it takes longer than a statement of the product may.
    await sql`set statement_timeout = 0`.execute(one);
    await sql.raw('vacuum analyze').execute(one);
    await sql`reset statement_timeout`.execute(one);
  });
}

// Removing a project hides it with its sites and sessions; each session's last state goes into its records (decisions §2, §3).
import { sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { fullName } from '#server/features/people.ts';
import { contentColumns } from '#server/features/sessions/change.ts';

const columns = sql.join(contentColumns.map((column) => sql.ref(column)));
const values = sql.join(contentColumns.map((column) => sql.ref(`s.${column}`)));

/** Hides a locked project. Its sessions are locked first, in the order of their ids, so that what is recorded is what goes. */
export async function hideProject(tx: Transaction<Tables>, projectId: number, by: number): Promise<void> {
  await sql`
    select 1 from sessions where project_id = ${projectId} and removed_at is null order by id for update`.execute(tx);
  await sql`
    insert into session_records
      (session_id, action, from_status, by_id, by_name, project_name, site_name, photographer_name, ${columns})
    select s.id, 'removed', s.status, b.id, ${fullName('b')}, p.name, si.name, ${fullName('ph')}, ${values}
    from sessions s
    join projects p on p.id = s.project_id
    join users ph on ph.id = s.photographer_id
    join users b on b.id = ${by}
    left join sites si on si.id = s.site_id
    where s.project_id = ${projectId} and s.removed_at is null
    order by s.id`.execute(tx);
  for (const table of ['sessions', 'sites'])
    await sql`
      update ${sql.table(table)} set removed_at = now(), updated_at = now()
      where project_id = ${projectId} and removed_at is null`.execute(tx);
  await sql`update projects set removed_at = now(), updated_at = now() where id = ${projectId}`.execute(tx);
}

// Removes a project: hides it with its sites and sessions, and writes each session's last state into its records (behaviour §2.6, §1.7).
import { sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { recordInsert } from '#server/features/sessions/write-with-record.ts';

/**
 * The sessions are locked first, in the order of their ids, so that what is recorded is what goes. Their counters are settled here in
 * one statement instead of session by session (migration 004).
 */
async function hideSessions(tx: Transaction<Tables>, projectId: number, by: number): Promise<number> {
  const locked = await sql`
    select 1 from sessions where project_id = ${projectId} and removed_at is null order by id for update`.execute(tx);
  const record = recordInsert(
    { action: 'removed', from: sql`s.status`, to: null, by },
    sql`nextval('session_records_id_seq')`,
  );
  await sql`set local topout.counted = 'on'`.execute(tx);
  await sql`
    with s as (update sessions set removed_at = now(), updated_at = now()
      where project_id = ${projectId} and removed_at is null returning *), r as (${record})
    insert into session_counts as c (project_id, photographer_id, status, released_status, sessions)
    select project_id, photographer_id, status, coalesce(released_status, ''), -count(*) from s
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (project_id, photographer_id, status, released_status)
      do update set sessions = c.sessions + excluded.sessions`.execute(tx);
  await sql`set local topout.counted = 'off'`.execute(tx);
  return locked.rows.length;
}

/** Hides a locked project. @returns how many sessions it took along */
export async function hideProject(tx: Transaction<Tables>, projectId: number, by: number): Promise<number> {
  const sessions = await hideSessions(tx, projectId, by);
  await sql`
    update sites set removed_at = now(), updated_at = now()
    where project_id = ${projectId} and removed_at is null`.execute(tx);
  await sql`update projects set removed_at = now(), updated_at = now() where id = ${projectId}`.execute(tx);
  return sessions;
}

// Which pictures an admin took back from clients (behaviour §23.1): the one place that says so, as SQL for everything that reads pictures.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** FROM and WHERE of the rows `hp` that hold now in this project, whichever of its sessions they were taken back in. */
function heldBackIn(project: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`hidden_pictures hp join sessions hs on hs.id = hp.session_id where hp.shown_at is null and hs.project_id = ${project}`;
}

/** Whether clients and guests of this project are no longer shown the file, in any of its versions. */
export function isTakenBack({ project, file }: Record<'project' | 'file', RawBuilder<unknown>>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from ${heldBackIn(project)} and hp.file = ${file})`;
}

/** `link`: the one behind which it was found then. */
export type TakenBackFile = { file: string; reason: string; link: string };

/** Select list: all that were taken back in this project. */
export function takenBackFiles(project: RawBuilder<unknown>): RawBuilder<TakenBackFile[]> {
  return sql<
    TakenBackFile[]
  >`coalesce((select json_agg(json_build_object('file', hp.file, 'reason', hp.reason, 'link', hp.link))
    from ${heldBackIn(project)}), '[]')`;
}

/** Select list: why this file was taken back in the project; null where it was not. */
export function takenBackReason(of: Record<'project' | 'file', RawBuilder<unknown>>): RawBuilder<string | null> {
  return sql<
    string | null
  >`(select hp.reason from ${heldBackIn(of.project)} and hp.file = ${of.file} order by hp.id limit 1)`;
}

/** Another number after each time that a picture of the project was taken back or shown again. */
function timesTakenBack(project: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*) + count(hp.shown_at) from hidden_pictures hp join sessions hs on hs.id = hp.session_id
    where hs.project_id = ${project})`;
}

/** '12.345.2' for a row of `sessions_released` under this alias: another text as soon as clients are shown something else of it. */
export function shownKey(alias: string): RawBuilder<string> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<string>`(${of('id')} || '.' || ${of('record_id')} || '.' || ${timesTakenBack(of('project_id'))})`;
}

/** What was made of the project's pictures before holds as long as this number stays. */
export async function readTimesTakenBack(db: Kysely<Tables>, projectId: number): Promise<number> {
  const found = await sql<{ n: number }>`select ${timesTakenBack(sql`${projectId}::integer`)} as n`.execute(db);
  return Number(found.rows[0]?.n ?? 0);
}

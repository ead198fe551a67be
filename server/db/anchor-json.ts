// Anchors as replies show them, made in the query that needs them.
import { type RawBuilder, sql } from 'kysely';
import type { Anchor } from '#contract/anchors.ts';

/** A row of `anchors` under this alias as the contract names it; null where there is none. */
export function anchorJson(alias: string): RawBuilder<Anchor | null> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<Anchor | null>`case when ${of('id')} is null then null else json_build_object(
    'id', ${of('id')}, 'disputeId', ${of('dispute_id')}, 'kind', ${of('kind')},
    'projectId', (select anchored.project_id from sessions anchored where anchored.id = ${of('session_id')}),
    'sessionId', ${of('session_id')}, 'recordId', ${of('record_id')}, 'mediaKind', ${of('media_kind')},
    'file', ${of('file')}, 'name', ${of('name')}, 'place', ${of('place')},
    'other', case when ${of('other_session_id')} is not null
      then json_build_object('sessionId', ${of('other_session_id')}, 'file', ${of('other_file')}) end,
    'cutoutUrl', case when ${of('cutout')} is not null
      then '/api/disputes/' || ${of('dispute_id')} || '/cutouts/' || ${of('id')} end,
    'mark', case when ${of('mark_x')} is not null then json_build_object('x', ${of('mark_x')}, 'y', ${of('mark_y')}) end,
    'createdAt', to_char(${of('created_at')} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) end`;
}

/** The present place of a concern, by its id; or the one before another. */
export function newestAnchorOf(dispute: RawBuilder<unknown>, before = sql`true`): RawBuilder<Anchor | null> {
  return sql<Anchor | null>`select ${anchorJson('a')} from anchors a
    where a.dispute_id = ${dispute} and a.of_concern and ${before} order by a.id desc limit 1`;
}

// Anchors as replies show them, built in the query that needs them.
import { type RawBuilder, sql } from 'kysely';
import type { Anchor } from '#contract/disputes/anchors.ts';
import { isTakenBack } from './taken-back.ts';

/** For a row of `anchors` under this alias: its picture was taken back from clients. */
export function isOnTakenBack(alias: string): RawBuilder<boolean> {
  const project = sql`(select held.project_id from sessions held where held.id = ${sql.ref(`${alias}.session_id`)})`;
  const isHeld = (column: string) => isTakenBack({ project, file: sql.ref(`${alias}.${column}`) });
  return sql<boolean>`(${isHeld('file')} or ${isHeld('other_file')})`;
}

const isPresent = (session: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from sessions present where present.id = ${session} and present.removed_at is null)`;

/**
 * For a row of `anchors` under this alias: its session was removed, and its concern is on another one; what was removed together, history
 * keeps.
 */
export function isOnRemoved(alias: string): RawBuilder<boolean> {
  const concern = sql`(select about.session_id from disputes about where about.id = ${sql.ref(`${alias}.dispute_id`)})`;
  return sql<boolean>`(not ${isPresent(sql.ref(`${alias}.session_id`))} and ${isPresent(concern)})`;
}

/** `forClient`: a condition on the reader, who gets nothing of a picture that was taken back (behaviour §23.3). */
export type AnchorReading = { forClient: RawBuilder<unknown> };

/** A row of `anchors` under this alias as the contract names it; null where there is none. */
export function anchorJson(alias: string, { forClient }: AnchorReading): RawBuilder<Anchor | null> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  const always = sql`'id', ${of('id')}, 'disputeId', ${of('dispute_id')}, 'kind', ${of('kind')},
    'projectId', (select anchored.project_id from sessions anchored where anchored.id = ${of('session_id')}),
    'sessionId', ${of('session_id')}, 'recordId', ${of('record_id')}, 'mediaKind', ${of('media_kind')},
    'createdAt', to_char(${of('created_at')} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return sql<Anchor | null>`case when ${of('id')} is null then null
    when ${isOnRemoved(alias)} or ${forClient} and ${isOnTakenBack(alias)} then json_build_object(${always}, 'takenBack', true,
      'file', '', 'name', '', 'place', json_build_object(), 'other', null, 'cropUrl', null, 'mark', null)
    else json_build_object(${always}, 'takenBack', ${isOnTakenBack(alias)},
      'file', ${of('file')}, 'name', ${of('name')}, 'place', ${of('place')},
      'other', case when ${isPresent(of('other_session_id'))}
        then json_build_object('sessionId', ${of('other_session_id')}, 'file', ${of('other_file')}) end,
      'cropUrl', case when ${of('cutout')} is not null
        then '/api/disputes/' || ${of('dispute_id')} || '/crops/' || ${of('id')} end,
      'mark', case when ${of('mark_x')} is not null then json_build_object('x', ${of('mark_x')}, 'y', ${of('mark_y')}) end) end`;
}

/** The present place of a concern, by its id; or the one before another. */
export function newestAnchorOf(
  dispute: RawBuilder<unknown>,
  { before = sql`true`, ...reading }: AnchorReading & { before?: RawBuilder<unknown> },
): RawBuilder<Anchor | null> {
  return sql<Anchor | null>`select ${anchorJson('a', reading)} from anchors a
    where a.dispute_id = ${dispute} and a.of_concern and ${before} order by a.id desc limit 1`;
}

// The rows of anchors: writing one, and reading them as replies show them.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Anchor } from '#contract/anchors.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import type { PreparedAnchor } from './prepare-anchor.ts';

type NewRow = { disputeId: number; messageId: number | null; ofConcern: boolean; by: number };

export async function addAnchor(
  { tx }: WriteContext,
  { projectId: _project, ...columns }: PreparedAnchor,
  { disputeId, messageId, ofConcern, by }: NewRow,
): Promise<void> {
  const row = { dispute_id: disputeId, message_id: messageId, of_concern: ofConcern, created_by: by };
  await tx
    .insertInto('anchors')
    .values({ ...columns, ...row })
    .execute();
}

/** A row of `anchors` under this alias as the contract names it; null where there is none. */
function anchorJson(alias: string): RawBuilder<Anchor | null> {
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

const newestOf = (dispute: RawBuilder<unknown>, before = sql`true`) => sql`select ${anchorJson('a')} from anchors a
  where a.dispute_id = ${dispute} and a.of_concern and ${before} order by a.id desc limit 1`;

/** Select list: where the concern `d` is now. */
export const anchorOfDispute = sql`(${newestOf(sql`d.id`)}) as anchor`;

/** Select list: what belongs to the message `m`, and where its concern was before a move. */
export const anchorsOfMessage = sql`
  (select ${anchorJson('a')} from anchors a where a.message_id = m.id) as anchor,
  case when m.message_type = 'moved' then (${newestOf(
    sql`m.dispute_id`,
    sql`a.id < (select moved.id from anchors moved where moved.message_id = m.id)`,
  )}) end as "formerAnchor"`;

/** The bytes of a cut-out of this concern; null where there is none. */
export async function readCutout(
  db: Kysely<Tables>,
  of: { disputeId: number; anchorId: number },
): Promise<Buffer | null> {
  const found = await sql<{ cutout: Buffer | null }>`
    select cutout from anchors where id = ${of.anchorId} and dispute_id = ${of.disputeId}`.execute(db);
  return found.rows[0]?.cutout ?? null;
}

// The rows of anchors: writing one, and reading them as replies show them.
import { type Kysely, sql } from 'kysely';
import { anchorJson, newestAnchorOf } from '#server/db/anchor-json.ts';
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

/** Select list: where the concern `d` is now. */
export const anchorOfDispute = sql`(${newestAnchorOf(sql`d.id`)}) as anchor`;

/** Select list: what belongs to the message `m`, and where its concern was before a move. */
export const anchorsOfMessage = sql`
  (select ${anchorJson('a')} from anchors a where a.message_id = m.id) as anchor,
  case when m.message_type = 'moved' then (${newestAnchorOf(
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

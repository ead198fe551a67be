// The rows of anchors: writing one, and reading them as replies show them.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import { type AnchorReading, anchorJson, isOnRemoved, isOnTakenBack, newestAnchorOf } from '#server/db/anchor-json.ts';
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

const readingOf = (actor: Person): AnchorReading => ({ forClient: sql`${!can.seePresentContent(actor)}::boolean` });

/** Select list: where the concern `d` is now. */
export function anchorOfDispute(actor: Person): RawBuilder<unknown> {
  return sql`(${newestAnchorOf(sql`d.id`, readingOf(actor))}) as anchor`;
}

/** Select list: what belongs to the message `m`, and where its concern was before a move. */
export function anchorsOfMessage(actor: Person): RawBuilder<unknown> {
  const before = sql`a.id < (select moved.id from anchors moved where moved.message_id = m.id)`;
  return sql`
    (select ${anchorJson('a', readingOf(actor))} from anchors a where a.message_id = m.id) as anchor,
    case when m.message_type = 'moved' then (${newestAnchorOf(sql`m.dispute_id`, { before, ...readingOf(actor) })}) end as "formerAnchor"`;
}

/** The bytes of this concern's crop; null if there is none, or none for clients. */
export async function readCutout(
  db: Kysely<Tables>,
  actor: Person,
  of: { disputeId: number; anchorId: number },
): Promise<Buffer | null> {
  const found = await sql<{ cutout: Buffer | null }>`
    select a.cutout from anchors a where a.id = ${of.anchorId} and a.dispute_id = ${of.disputeId}
      and not ${isOnRemoved('a')} and not (${readingOf(actor).forClient} and ${isOnTakenBack('a')})`.execute(db);
  return found.rows[0]?.cutout ?? null;
}

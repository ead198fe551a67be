// The conversation of a concern: what people wrote, and the changes of its status.
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { DisputeMessage } from '#contract/schemas/disputes.ts';
import type { Tables } from '#server/db/schema.ts';
import { type PersonRefRow, personRefColumns, toPersonRef } from '#server/features/user-names.ts';

type Message = z.infer<typeof DisputeMessage>;

/** Oldest first; `where` is a condition on `m`. */
export async function listMessages(
  db: Kysely<Tables>,
  wanted: { where: RawBuilder<unknown>; limit: number },
): Promise<Message[]> {
  const found = await sql<Omit<Message, 'user'> & PersonRefRow<'user'>>`
    select m.id, m.dispute_id as "disputeId", m.user_id as "userId", m.message, m.message_type as "messageType",
      m.created_at as "createdAt", ${personRefColumns('u', 'user')}
    from dispute_messages m join users u on u.id = m.user_id
    where ${wanted.where} order by m.created_at, m.id limit ${sql.lit(wanted.limit)}`.execute(db);
  return found.rows.map((row) => ({ ...row, user: toPersonRef(row, 'user') }));
}

/** Writes one line and answers its id; the caller holds the lock of the concern, so that lines stand in the order of their ids. */
export async function addMessage(
  tx: Transaction<Tables>,
  line: Pick<Message, 'disputeId' | 'userId' | 'message' | 'messageType'>,
): Promise<number> {
  const row = await tx
    .insertInto('dispute_messages')
    .values({
      dispute_id: line.disputeId,
      user_id: line.userId,
      message: line.message,
      message_type: line.messageType,
      created_at: sql`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

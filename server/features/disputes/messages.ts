// The conversation of a dispute: people's comments, and the changes of its status.
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { DisputeMessage } from '#contract/disputes/routes.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { personRef } from '#server/db/user-names.ts';
import { anchorsOfMessage } from './anchor-rows.ts';

type Message = z.infer<typeof DisputeMessage>;

/** Oldest first; `where` is a condition on `m`. */
export async function listMessages(
  db: Kysely<Tables>,
  actor: Person,
  query: { where: RawBuilder<unknown>; limit: number },
): Promise<Message[]> {
  const found = await sql<Message>`
    select m.id, m.dispute_id as "disputeId", m.user_id as "userId", m.message, m.message_type as "messageType",
      m.created_at as "createdAt", ${personRef('u')} as user, ${anchorsOfMessage(actor)}
    from dispute_messages m join users u on u.id = m.user_id
    where ${query.where} order by m.created_at, m.id limit ${sql.lit(query.limit)}`.execute(db);
  return found.rows;
}

/** Adds a message and answers its id; the caller holds the lock of the dispute, so that ids follow the order of time. */
export async function addMessage(
  tx: Transaction<Tables>,
  message: Pick<Message, 'disputeId' | 'userId' | 'message' | 'messageType'>,
): Promise<number> {
  const row = await tx
    .insertInto('dispute_messages')
    .values({
      dispute_id: message.disputeId,
      user_id: message.userId,
      message: message.message,
      message_type: message.messageType,
      created_at: sql`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

// Stores an event for every webhook that subscribes to it and queues it, in the event's own transaction.
import { type RawBuilder, sql } from 'kysely';
import { type DeliveryKind, testKind, type WebhookKind } from '#contract/notifications/webhooks.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { queueDeliveries } from '#server/features/notifications/deliveries.ts';

type Subject = { sessionId: number; disputeId?: number } | { stageId: number };
/** `again`: how often a resend was requested. */
type Sending = { id: number; webhookId: number; kind: DeliveryKind; again: number };

/** It is sent after the commit, and retried until delivered. */
export async function queueSending(context: WriteContext, sendings: readonly Sending[]): Promise<void> {
  await queueDeliveries(
    context,
    sendings.map(({ id, webhookId, kind, again }) => ({
      channel: 'webhook',
      kind,
      recipient: null,
      payload: { deliveryId: id },
      key: `webhook ${id} ${again}`,
      // Somebody waits for the result of a test.
      ...(kind !== testKind && { pace: `webhook ${webhookId}` }),
    })),
  );
}

/** Whether anything is sent at all: only if the product has a public address. */
export function webhooksReady({ outbox }: Pick<WriteContext, 'outbox'>): boolean {
  return outbox.ready.has('webhook');
}

const noSubject: { sessionId?: number; disputeId?: number; stageId?: number } = {};

/** The project of a session or stage. */
const projectOf = (sessionId: number | null, stageId: number | null) => sql`coalesce(
  (select project_id from sessions where id = ${sessionId}::integer),
  (select sl.project_id from stages st join stage_lists sl on sl.id = st.list_id where st.id = ${stageId}::integer))`;

type NewDeliveries = { kind: DeliveryKind; subject: Subject | null; to: RawBuilder<unknown> };

async function addDeliveries(context: WriteContext, { kind, subject, to }: NewDeliveries): Promise<number[]> {
  const { sessionId = null, disputeId = null, stageId = null } = { ...noSubject, ...subject };
  const made = await sql<{ id: number; webhookId: number }>`
    insert into webhook_deliveries (webhook_id, kind, project_id, session_id, dispute_id, stage_id)
    select w.id, ${kind}::text, ${projectOf(sessionId, stageId)},
      ${sessionId}::integer, ${disputeId}::integer, ${stageId}::integer
    from webhooks w where ${to} order by w.id returning id, webhook_id as "webhookId"`.execute(context.tx);
  await queueSending(
    context,
    made.rows.map((row) => ({ ...row, kind, again: 0 })),
  );
  return made.rows.map(({ id }) => id);
}

export async function announce(context: WriteContext, kind: WebhookKind, subject: Subject): Promise<void> {
  if (webhooksReady(context))
    await addDeliveries(context, { kind, subject, to: sql`w.active and ${kind} = any(w.kinds)` });
}

/** Returns the id of its row in the log. */
export async function addTest(context: WriteContext, webhookId: number): Promise<number> {
  const [id] = await addDeliveries(context, { kind: testKind, subject: null, to: sql`w.id = ${webhookId}` });
  return id ?? 0;
}

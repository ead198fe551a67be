// Sends one message of a webhook: signed, with ids and no content; its log keeps how that went.
import { type Kysely, sql } from 'kysely';
import type { DeliveryKind } from '#contract/notifications/webhooks.ts';
import type { WebhookMessage } from '#contract/notifications/webhooks-routes.ts';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import type { DeliverySender } from '#server/features/notifications/deliveries/worker.ts';
import type { SealedBox } from '#server/lib/secrets/sealed-box.ts';
import { signatureHeaders } from '#server/lib/secrets/webhook-signature.ts';
import type { Posted, Poster } from '#server/media/net/post-outside.ts';

export type DeliverDependencies = {
  db: Kysely<Tables>;
  write: RunTransaction;
  box: SealedBox;
  post: Poster['post'];
  now?: () => number;
};

type Waiting = {
  url: string;
  active: boolean;
  secret: Buffer;
  formerSecret: Buffer | null;
  messageId: string;
  kind: DeliveryKind;
  createdAt: string;
  projectId: number | null;
  sessionId: number | null;
  concernId: number | null;
  stageId: number | null;
};

/** Null where it was delivered already, or removed with its webhook. */
async function readWaiting(db: Kysely<Tables>, deliveryId: number): Promise<Waiting | null> {
  const found = await sql<Waiting>`
    select w.url, w.active or d.kind = 'test' as active, w.secret,
      case when w.former_until > now() then w.former_secret end as "formerSecret",
      d.message_id as "messageId", d.kind, d.created_at as "createdAt", d.project_id as "projectId",
      d.session_id as "sessionId", d.dispute_id as "concernId", d.stage_id as "stageId"
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.id = ${deliveryId} and d.delivered_at is null`.execute(db);
  return found.rows[0] ?? null;
}

/** Ids, kind and time: whoever may read more asks for it with a login of their own. */
function bodyOf({ kind, createdAt, projectId, sessionId, concernId, stageId }: Waiting): string {
  const ids = Object.entries({ projectId, sessionId, concernId, stageId }).filter(([, id]) => id !== null);
  const message: WebhookMessage = { type: kind, timestamp: createdAt, data: Object.fromEntries(ids) };
  return JSON.stringify(message);
}

const noSecret =
  'Its secret was encrypted with another SESSION_SECRET and cannot be read: change the secret, and give the new one to the receiver.';

async function send({ box, post, now = Date.now }: DeliverDependencies, waiting: Waiting): Promise<Posted> {
  const secrets = [waiting.secret, waiting.formerSecret].flatMap((sealed) => (sealed && box.open(sealed)) ?? []);
  if (secrets.length === 0) return { status: null, failure: noSecret };
  const body = bodyOf(waiting);
  const signed = signatureHeaders(secrets, { id: waiting.messageId, at: new Date(now()), body });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Topout-Webhooks', ...signed };
  return post(waiting.url, { headers, body });
}

const isGood = (status: number | null) => status !== null && status >= 200 && status < 300;

const paused = 'The webhook was paused before this was delivered.';

/** Records an attempt; open log pages are updated. */
async function noteAttempt(deps: DeliverDependencies, deliveryId: number, { status, failure }: Posted): Promise<void> {
  await deps.write({ topics: ['webhooks'] }, async ({ tx, events }) => {
    events.invalidateFor({ admins: true });
    await sql`update webhook_deliveries set attempts = attempts + 1, status = ${status}, failure = ${failure},
      attempted_at = now(), delivered_at = case when ${isGood(status)}::boolean then now() end
      where id = ${deliveryId}`.execute(tx);
  });
}

async function giveUp(deps: DeliverDependencies, deliveryId: number, failure: string): Promise<void> {
  await deps.write({ topics: ['webhooks'] }, async ({ tx, events }) => {
    events.invalidateFor({ admins: true });
    await sql`update webhook_deliveries set failure = ${failure}, given_up_at = now() where id = ${deliveryId}`.execute(
      tx,
    );
  });
}

/** What failed is thrown: the queue tries it again. */
export function createWebhookSender(deps: DeliverDependencies): DeliverySender {
  return async ({ payload }) => {
    const { deliveryId } = payload as { deliveryId: number };
    const waiting = await readWaiting(deps.db, deliveryId);
    if (!waiting) return { dropped: 'It has already been delivered, or was removed with its webhook.' };
    if (!waiting.active) {
      await giveUp(deps, deliveryId, paused);
      return { dropped: paused };
    }
    const posted = await send(deps, waiting);
    await noteAttempt(deps, deliveryId, posted);
    if (isGood(posted.status)) return 'sent';
    throw new Error(posted.failure ?? `${new URL(waiting.url).hostname} answered with ${posted.status}.`);
  };
}

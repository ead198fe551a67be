// The rows of webhooks and of what was sent to them, as they are answered.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Webhook, WebhookDelivery } from '#contract/notifications/webhooks.ts';
import type { Tables } from '#server/db/schema.ts';
import { notFound } from '#server/lib/problem.ts';

/** After that a message that could not be delivered is tried no more (behaviour §19.4). */
const isGivenUp = sql`d.queued_at < now() - interval '3 days'`;

const state = sql`case when d.delivered_at is not null then 'delivered' when d.given_up_at is not null or ${isGivenUp} then 'given_up' else 'waiting' end`;

const webhookColumns = sql`w.id, w.name, w.url, w.kinds, w.active, w.version,
  case when w.former_until > now() then w.former_until end as "formerSecretUntil", w.created_at as "createdAt",
  (select ${state} from webhook_deliveries d where d.webhook_id = w.id order by d.created_at desc, d.id desc limit 1) as newest`;

const deliveryColumns = sql`d.id, d.kind, d.project_id as "projectId", d.session_id as "sessionId",
  d.dispute_id as "concernId", ${state} as state, d.attempts, d.status, d.failure, d.attempted_at as "attemptedAt",
  d.created_at as "createdAt"`;

type Db = Kysely<Tables>;

type Selection = { where: RawBuilder<unknown>; limit: number };

/** Newest first. */
export async function listWebhooks(db: Db, { where, limit }: Selection): Promise<Webhook[]> {
  const found = await sql<Webhook>`select ${webhookColumns} from webhooks w
    where ${where} order by w.created_at desc, w.id desc limit ${sql.lit(limit)}`.execute(db);
  return found.rows;
}

/** @throws 404 */
export async function readWebhook(db: Db, id: number): Promise<Webhook> {
  const [row] = await listWebhooks(db, { where: sql`w.id = ${id}`, limit: 1 });
  if (!row) throw notFound('Webhook');
  return row;
}

/** Newest first. */
export async function listDeliveries(db: Db, { where, limit }: Selection): Promise<WebhookDelivery[]> {
  const found = await sql<WebhookDelivery>`select ${deliveryColumns} from webhook_deliveries d
    where ${where} order by d.created_at desc, d.id desc limit ${sql.lit(limit)}`.execute(db);
  return found.rows;
}

/** @throws 404 */
export async function readDelivery(db: Db, id: number): Promise<WebhookDelivery> {
  const [row] = await listDeliveries(db, { where: sql`d.id = ${id}`, limit: 1 });
  if (!row) throw notFound('Delivery');
  return row;
}

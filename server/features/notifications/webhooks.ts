// Webhooks, for admins: making, changing, pausing and removing them, their secrets, and the log of what was sent (behaviour §19.4).
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import {
  formerSecretHours,
  maxWebhooks,
  type Webhook,
  type WebhookDelivery,
  type WebhookWithSecret,
} from '#contract/notifications/webhooks.ts';
import type { AuditAct } from '#contract/overview/audit-log.ts';
import { countRows } from '#server/db/count-rows.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { changedFacts, recordAct } from '#server/features/audit/handlers.ts';
import { cursorByCreation, paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import { conflict, invalid, notFound, stale } from '#server/lib/problem.ts';
import type { SealedBox } from '#server/lib/secrets/sealed-box.ts';
import { makeWebhookSecret } from '#server/lib/secrets/webhook-signature.ts';
import { refusePrivateLiteral } from '#server/media/net/public-address.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { addTest, queueSending, webhooksReady } from './webhooks/announce.ts';

// The rows of webhooks and of what was sent to them, as they are answered.

/** After that a message that could not be delivered is tried no more (behaviour §19.4). */
const isGivenUp = sql`d.queued_at < now() - interval '3 days'`;

const state = sql`case when d.delivered_at is not null then 'delivered' when d.given_up_at is not null or ${isGivenUp} then 'given_up' else 'waiting' end`;

const webhookColumns = sql`w.id, w.name, w.url, w.kinds, w.active, w.version,
  case when w.former_until > now() then w.former_until end as "formerSecretUntil", w.created_at as "createdAt",
  (select ${state} from webhook_deliveries d where d.webhook_id = w.id order by d.created_at desc, d.id desc limit 1) as newest`;

const deliveryColumns = sql`d.id, d.kind, d.project_id as "projectId", d.session_id as "sessionId",
  d.dispute_id as "concernId", d.stage_id as "stageId", ${state} as state, d.attempts, d.status, d.failure, d.attempted_at as "attemptedAt",
  d.created_at as "createdAt"`;

type Db = Kysely<Tables>;

type Selection = { where: RawBuilder<unknown>; limit: number };

/** Newest first. */
async function listWebhooks(db: Db, { where, limit }: Selection): Promise<Webhook[]> {
  const found = await sql<Webhook>`select ${webhookColumns} from webhooks w
    where ${where} order by w.created_at desc, w.id desc limit ${sql.lit(limit)}`.execute(db);
  return found.rows;
}

/** @throws 404 */
async function readWebhook(db: Db, id: number): Promise<Webhook> {
  const [row] = await listWebhooks(db, { where: sql`w.id = ${id}`, limit: 1 });
  if (!row) throw notFound('Webhook');
  return row;
}

/** Newest first. */
async function listDeliveries(db: Db, { where, limit }: Selection): Promise<WebhookDelivery[]> {
  const found = await sql<WebhookDelivery>`select ${deliveryColumns} from webhook_deliveries d
    where ${where} order by d.created_at desc, d.id desc limit ${sql.lit(limit)}`.execute(db);
  return found.rows;
}

/** @throws 404 */
async function readDelivery(db: Db, id: number): Promise<WebhookDelivery> {
  const [row] = await listDeliveries(db, { where: sql`d.id = ${id}`, limit: 1 });
  if (!row) throw notFound('Delivery');
  return row;
}

type Calls = typeof api.webhooks;
type Context<Call extends keyof Calls> = RequestContext<Calls[Call]>;
type Dependencies = { box: SealedBox; testOrigins: readonly string[] };

/** The present state, which nobody else changes until the transaction ends. @throws 404 */
async function lockWebhook(tx: Transaction<Tables>, id: number): Promise<Webhook> {
  await sql`select 1 from webhooks where id = ${id} for update`.execute(tx);
  return readWebhook(tx, id);
}

const factsOf = ({ name, url, kinds, active }: Webhook) => ({ name, url, kinds, active });

type Act = { by: number; act: AuditAct; webhook: Webhook; before?: object; after?: object };

/** Never the secret. */
async function record(context: WriteContext, { webhook, ...act }: Act): Promise<void> {
  await recordAct(context, { ...act, subject: { kind: 'webhook', id: webhook.id, name: webhook.name } });
}

/** Condition on rows of a page, newest first. @throws 400 */
function rowsAfter(text: string | undefined, alias: 'w' | 'd'): RawBuilder<unknown> {
  const cursor = parseCursor(text, 'createdAt', 'instant');
  if (!cursor) return sql`true`;
  const order = sql`(${sql.ref(`${alias}.created_at`)}, ${sql.ref(`${alias}.id`)})`;
  return sql`${order} < (${cursor.at}::timestamptz, ${cursor.id}::integer)`;
}

/** The rows decide what is sent; open settings pages are updated. */
async function change(
  { tx, events }: WriteContext,
  { id, set }: { id: number; set: RawBuilder<unknown> },
): Promise<Webhook> {
  events.invalidateFor({ admins: true });
  await sql`update webhooks set ${set}, version = version + 1, updated_at = now() where id = ${id}`.execute(tx);
  return readWebhook(tx, id);
}

/** Two at once are counted one after the other. */
async function requireRoom(tx: Transaction<Tables>): Promise<void> {
  await sql`lock table webhooks in share row exclusive mode`.execute(tx);
  if ((await countRows(tx, sql`webhooks`)) >= maxWebhooks)
    throw conflict(`There are ${maxWebhooks} webhooks already: remove one first`, 'too_many_webhooks');
}

type Sealed = Webhook & { sealed: string };

/** The secret leaves the transaction sealed: what is answered there is kept for a repeated call. */
function unsealed(box: SealedBox, { sealed, ...webhook }: Sealed): WebhookWithSecret {
  return { ...webhook, secret: box.open(Buffer.from(sealed, 'base64')) ?? '' };
}

async function createWebhook(deps: Dependencies, ctx: Context<'createWebhook'>): Promise<WebhookWithSecret> {
  const { actor, body, write } = ctx;
  const url = requireAllowedUrl(body.url, deps.testOrigins);
  const secret = deps.box.seal(makeWebhookSecret());
  const made = await write(async (context) => {
    const { tx, events } = context;
    await requireRoom(tx);
    events.invalidateFor({ admins: true });
    const { id } = await tx
      .insertInto('webhooks')
      .values({ name: body.name, url, kinds: [...new Set(body.kinds)], secret, created_by: actor.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const webhook = await readWebhook(tx, id);
    await record(context, { by: actor.id, act: 'webhookCreated', webhook, after: factsOf(webhook) });
    return { ...webhook, sealed: secret.toString('base64') };
  });
  return unsealed(deps.box, made);
}

async function editWebhook(
  deps: Dependencies,
  { actor, params, body, write }: Context<'editWebhook'>,
): Promise<Webhook> {
  const url = body.url === undefined ? undefined : requireAllowedUrl(body.url, deps.testOrigins);
  return write(async (context) => {
    const before = await lockWebhook(context.tx, params.id);
    if ((body.version ?? before.version) !== before.version) throw stale('webhook', before);
    const { name = before.name, kinds = before.kinds, active = before.active } = body;
    const set = sql`name = ${name}, url = ${url ?? before.url}, kinds = ${[...new Set(kinds)]}::text[], active = ${active}`;
    const webhook = await change(context, { id: params.id, set });
    const changed = changedFacts(factsOf(before), factsOf(webhook));
    if (changed) await record(context, { by: actor.id, act: 'webhookEdited', webhook, ...changed });
    return webhook;
  });
}

async function changeSecret(
  { box }: Dependencies,
  { actor, params, write }: Context<'changeWebhookSecret'>,
): Promise<WebhookWithSecret> {
  const secret = box.seal(makeWebhookSecret());
  const changed = await write(async (context) => {
    await lockWebhook(context.tx, params.id);
    const set = sql`secret = ${secret}, former_secret = secret,
      former_until = now() + make_interval(hours => ${sql.lit(formerSecretHours)})`;
    const webhook = await change(context, { id: params.id, set });
    await record(context, { by: actor.id, act: 'webhookSecretChanged', webhook });
    return { ...webhook, sealed: secret.toString('base64') };
  });
  return unsealed(box, changed);
}

function requireReady(context: WriteContext): void {
  if (webhooksReady(context)) return;
  throw conflict('Webhooks are not sent until PUBLIC_URL is set on the server', 'no_public_url');
}

async function sendAgain({ params, write }: Context<'sendDeliveryAgain'>) {
  const { id, deliveryId } = params;
  return write(async (context) => {
    requireReady(context);
    await lockWebhook(context.tx, id);
    const [row] = await listDeliveries(context.tx, {
      where: sql`d.id = ${deliveryId} and d.webhook_id = ${id}`,
      limit: 1,
    });
    if (!row) throw notFound('Delivery');
    if (row.state === 'waiting') throw conflict("This message hasn't been sent yet", 'waiting');
    const changed = await sql<{ again: number }>`
      update webhook_deliveries set again = again + 1, queued_at = now(), delivered_at = null, given_up_at = null
      where id = ${deliveryId} returning again`.execute(context.tx);
    await queueSending(context, [
      { id: deliveryId, webhookId: id, kind: row.kind, again: changed.rows[0]?.again ?? 1 },
    ]);
    context.events.invalidateFor({ admins: true });
    return readDelivery(context.tx, deliveryId);
  });
}

export function webhooks(deps: Dependencies): Handlers<Calls> {
  return {
    async webhooks({ db, query, cacheFor }) {
      // Sessions and concerns add to it, and time alone changes it.
      cacheFor(0);
      const where = rowsAfter(query.cursor, 'w');
      const [rows, total] = await Promise.all([
        listWebhooks(db, { where, limit: query.limit + 1 }),
        countRows(db, sql`webhooks`),
      ]);
      return { ...paginate(rows, query.limit, cursorByCreation), total };
    },
    createWebhook: (ctx) => createWebhook(deps, ctx),
    editWebhook: (ctx) => editWebhook(deps, ctx),

    removeWebhook({ actor, params, write }) {
      return write(async (context) => {
        const { tx, events } = context;
        const webhook = await lockWebhook(tx, params.id);
        await record(context, { by: actor.id, act: 'webhookRemoved', webhook, before: factsOf(webhook) });
        await tx.deleteFrom('webhooks').where('id', '=', params.id).execute();
        events.invalidateFor({ admins: true });
        return ok;
      });
    },

    changeWebhookSecret: (ctx) => changeSecret(deps, ctx),

    endFormerSecret({ actor, params, write }) {
      return write(async (context) => {
        const webhook = await lockWebhook(context.tx, params.id);
        if (webhook.formerSecretUntil === null) return webhook;
        await record(context, { by: actor.id, act: 'webhookFormerSecretEnded', webhook });
        return change(context, { id: params.id, set: sql`former_secret = null, former_until = null` });
      });
    },

    async webhookDeliveries({ db, params, query, cacheFor }) {
      cacheFor(0);
      await readWebhook(db, params.id);
      const where = sql`d.webhook_id = ${params.id} and ${rowsAfter(query.cursor, 'd')}`;
      const [rows, total] = await Promise.all([
        listDeliveries(db, { where, limit: query.limit + 1 }),
        countRows(db, sql`webhook_deliveries where webhook_id = ${params.id}`),
      ]);
      return { ...paginate(rows, query.limit, cursorByCreation), total };
    },

    testWebhook({ params, write }) {
      return write(async (context) => {
        requireReady(context);
        await lockWebhook(context.tx, params.id);
        context.events.invalidateFor({ admins: true });
        return readDelivery(context.tx, await addTest(context, params.id));
      });
    },

    sendDeliveryAgain: sendAgain,
  };
}

// Which addresses a webhook may have: what the guarded fetch would refuse at each sending is refused when it is typed already.
function isPrivate(host: string): boolean {
  try {
    refusePrivateLiteral(host);
    return false;
  } catch (error) {
    if (error instanceof MediaError) return true;
    throw error;
  }
}

function faultOf(url: URL): string | null {
  if (url.protocol !== 'https:') return 'The address must begin with https://';
  if (url.username !== '' || url.password !== '') return 'The address must not contain a user name or password';
  if (url.port !== '') return 'The address must not contain a port';
  return isPrivate(url.hostname) ? 'The address must be public' : null;
}

/** The address as it is kept. @throws 400 */
function requireAllowedUrl(text: string, testOrigins: readonly string[]): string {
  const url = new URL(text);
  const fault = testOrigins.includes(url.origin) ? null : faultOf(url);
  if (fault) throw invalid('url', fault);
  return url.href;
}

// The schemas and routes of webhooks.
import * as z from 'zod/mini';
import { ById, Instant, idText, Ok, Paging, text, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { parseUrl } from '#contract/links/parse-url.ts';
import { can } from '#contract/policy.ts';
import { deliveryKinds, deliveryStates, webhookKinds } from './webhooks.ts';

const kindRule = 'Choose at least one event';
const name = text('Name is required', 100, 'Name');
const url = text('Address is required', 2_000, 'Address').check(
  z.refine((value) => parseUrl(value) !== null, 'The address must be one such as https://example.org/topout'),
);
const kinds = z
  .array(z.enum(webhookKinds, 'That is no event that can be sent'), kindRule)
  .check(z.minLength(1, kindRule), z.maxLength(webhookKinds.length, 'Each event only once'));

export const NewWebhook = z.object({ name, url, kinds });

export const WebhookEdit = z.object({
  name: z.optional(name),
  url: z.optional(url),
  kinds: z.optional(kinds),
  active: z.optional(z.boolean('active must be true or false')),
  version,
});

export const Webhook = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(webhookKinds)),
  active: z.boolean(),
  version: z.number(),
  /** Until then the former secret signs too; null where there is none. */
  formerSecretUntil: z.nullable(Instant),
  createdAt: Instant,
  /** How its newest delivery stands; null before the first. */
  newest: z.nullable(z.enum(deliveryStates)),
});
export type Webhook = z.infer<typeof Webhook>;

/** The secret is in this answer only. */
export const WebhookWithSecret = z.object({ ...Webhook.shape, secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const WebhookDelivery = z.object({
  id: z.number(),
  kind: z.enum(deliveryKinds),
  projectId: z.nullable(z.number()),
  sessionId: z.nullable(z.number()),
  concernId: z.nullable(z.number()),
  stageId: z.nullable(z.number()),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** Of the last answer; null where none came. */
  status: z.nullable(z.number()),
  /** Why no answer came at the last attempt. */
  failure: z.nullable(z.string()),
  attemptedAt: z.nullable(Instant),
  createdAt: Instant,
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** What a receiver is sent: ids and time, no content; a test has no ids. */
export const WebhookMessage = z.object({
  type: z.enum(deliveryKinds),
  /** When it happened. */
  timestamp: Instant,
  data: z.object({
    projectId: z.optional(z.number()),
    sessionId: z.optional(z.number()),
    concernId: z.optional(z.number()),
    stageId: z.optional(z.number()),
  }),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

const idRule = 'The id in the address must be a whole number';
export const DeliveryPath = z.object({ id: idText(idRule), deliveryId: idText(idRule) });

const access = can.manageSettings;

export const webhookRoutes = {
  webhooks: {
    query: Paging,
    reply: Webhook,
    access,
    summary: 'All webhooks, newest first.',
  },
  createWebhook: {
    body: NewWebhook,
    reply: WebhookWithSecret,
    access,
    summary: 'Makes a webhook; its secret is shown in this answer only.',
  },
  editWebhook: {
    params: ById,
    body: WebhookEdit,
    reply: Webhook,
    access,
    summary: 'Changes name, address or events, pauses it or lets it go on.',
  },
  removeWebhook: {
    params: ById,
    reply: Ok,
    access,
    summary: 'Removes a webhook with its log; what waits for it is not sent.',
  },
  changeWebhookSecret: {
    params: ById,
    reply: WebhookWithSecret,
    access,
    summary: 'Gives it another secret; the former one signs too for 24 hours.',
  },
  endFormerSecret: {
    params: ById,
    reply: Webhook,
    access,
    summary: 'Lets the former secret sign no more.',
  },
  webhookDeliveries: {
    params: ById,
    query: Paging,
    reply: WebhookDelivery,
    access,
    summary: 'What was sent there in the last 30 days, newest first.',
  },
  testWebhook: {
    params: ById,
    reply: WebhookDelivery,
    access,
    summary: 'Sends a message of the kind `test`, also to a paused webhook.',
  },
  sendDeliveryAgain: {
    params: DeliveryPath,
    reply: WebhookDelivery,
    access,
    summary: 'Sends the same message again, with its id.',
  },
} satisfies RouteDefinitions;

// The routes of webhooks.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { ById, Ok, Paging } from '#contract/schemas/fields.ts';
import * as schemas from '#contract/schemas/webhooks.ts';

const access = can.manageSettings;

export const webhookRoutes = {
  webhooks: {
    query: Paging,
    reply: schemas.Webhook,
    access,
    summary: 'All webhooks, newest first.',
  },
  createWebhook: {
    body: schemas.NewWebhook,
    reply: schemas.WebhookWithSecret,
    access,
    summary: 'Makes a webhook; its secret is shown in this answer only.',
  },
  editWebhook: {
    params: ById,
    body: schemas.WebhookEdit,
    reply: schemas.Webhook,
    access,
    row: 'webhook',
    summary: 'Changes name, address or events, pauses it or lets it go on.',
  },
  removeWebhook: {
    params: ById,
    reply: Ok,
    access,
    row: 'webhook',
    summary: 'Removes a webhook with its log; what waits for it is not sent.',
  },
  changeWebhookSecret: {
    params: ById,
    reply: schemas.WebhookWithSecret,
    access,
    row: 'webhook',
    summary: 'Gives it another secret; the former one signs too for 24 hours.',
  },
  endFormerSecret: {
    params: ById,
    reply: schemas.Webhook,
    access,
    row: 'webhook',
    summary: 'Lets the former secret sign no more.',
  },
  webhookDeliveries: {
    params: ById,
    query: Paging,
    reply: schemas.WebhookDelivery,
    access,
    row: 'webhook',
    summary: 'What was sent there in the last 30 days, newest first.',
  },
  testWebhook: {
    params: ById,
    reply: schemas.WebhookDelivery,
    access,
    row: 'webhook',
    summary: 'Sends a message of the kind `test`, also to a paused webhook.',
  },
  sendDeliveryAgain: {
    params: schemas.DeliveryPath,
    reply: schemas.WebhookDelivery,
    access,
    row: 'webhook',
    summary: 'Sends the same message again, with its id.',
  },
} satisfies RouteDefinitions;

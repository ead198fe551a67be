// Webhooks: signed notifications to the addresses of other programs (behaviour §19.4).

import { del, list, patch, post } from '#contract/core/endpoint.ts';
import type { webhookRoutes } from './webhooks-routes.ts';

export type { Webhook, WebhookDelivery, WebhookWithSecret } from './webhooks-routes.ts';

export const webhookKinds = [
  'session.released',
  'session.rejected',
  'concern.raised',
  'concern.resolved',
  'stage.confirmed',
] as const;
export type WebhookKind = (typeof webhookKinds)[number];

/** What 'Send a test' sends, whatever the webhook subscribes to. */
export const testKind = 'test';
export const deliveryKinds = [...webhookKinds, testKind] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

export const deliveryKindLabels: Record<DeliveryKind, string> = {
  'session.released': 'Session released',
  'session.rejected': 'Session rejected',
  'concern.raised': 'Concern raised',
  'concern.resolved': 'Concern resolved',
  'stage.confirmed': 'Stage confirmed',
  test: 'Test',
};

/** `waiting`: not sent yet, or to be retried. */
export const deliveryStates = ['waiting', 'delivered', 'given_up'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Each costs a message per event. */
export const maxWebhooks = 20;
/** How long the former secret signs too after a change. */
export const formerSecretHours = 24;

const topics = ['webhooks'] as const;

export const webhooks = list<typeof webhookRoutes.webhooks>('/api/webhooks', { topics });

export const createWebhook = post<typeof webhookRoutes.createWebhook>('/api/webhooks', {
  status: 201,
  topics,
  idempotencyKey: true,
});

/** Pausing it is an edit. */
export const editWebhook = patch<typeof webhookRoutes.editWebhook>('/api/webhooks/:id', {
  topics,
  row: 'webhook',
  idempotencyKey: true,
});

export const removeWebhook = del<typeof webhookRoutes.removeWebhook>('/api/webhooks/:id', {
  topics,
  row: 'webhook',
  idempotencyKey: false,
});

export const changeWebhookSecret = post<typeof webhookRoutes.changeWebhookSecret>('/api/webhooks/:id/secret', {
  status: 201,
  topics,
  row: 'webhook',
  idempotencyKey: true,
});

/** Before its grace period is over. */
export const endFormerSecret = del<typeof webhookRoutes.endFormerSecret>('/api/webhooks/:id/former-secret', {
  topics,
  row: 'webhook',
  idempotencyKey: false,
});

/** The log: recent deliveries. */
export const webhookDeliveries = list<typeof webhookRoutes.webhookDeliveries>('/api/webhooks/:id/deliveries', {
  topics,
  row: 'webhook',
});

export const testWebhook = post<typeof webhookRoutes.testWebhook>('/api/webhooks/:id/test', {
  status: 202,
  topics,
  row: 'webhook',
  idempotencyKey: false,
});

export const sendDeliveryAgain = post<typeof webhookRoutes.sendDeliveryAgain>(
  '/api/webhooks/:id/deliveries/:deliveryId/again',
  { status: 202, topics, row: 'webhook', idempotencyKey: false },
);

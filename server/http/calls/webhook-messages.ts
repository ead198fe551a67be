// What webhooks are sent, in the published description: one message for each kind, its headers and what its receiver answers.
import * as z from 'zod/mini';
import { type DeliveryKind, deliveryKindLabels, deliveryKinds } from '#contract/notifications/webhooks.ts';
import { WebhookMessage } from '#contract/notifications/webhooks-routes.ts';

/** Of Standard Webhooks (https://www.standardwebhooks.com), whose libraries verify them. */
const messageHeaders: Record<string, string> = {
  'webhook-id': 'Names the message. One that is sent again has the same.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970. What is older than five minutes is better refused.',
  'webhook-signature':
    'v1, and HMAC-SHA256 in base64 over id, timestamp and body, set apart by dots. Two signatures, set apart by a blank, while the secret is being changed.',
};

const answerRule =
  'Any 2xx within ten seconds. Everything else, a redirect too, is tried again for three days with the same webhook-id.';

const rule = 'A POST to each webhook that asked for this kind: ids and time, no content.';
const descriptionOf = (kind: DeliveryKind) => (kind === 'test' ? 'A POST that an admin asked for, without ids.' : rule);

function bodyOf(kind: DeliveryKind) {
  const { properties, ...rest } = toJsonSchema(WebhookMessage, 'output');
  return { ...rest, properties: { ...properties, type: { const: kind } } };
}

/** The `webhooks` of OpenAPI 3.1. */
export function webhookMessages() {
  const parameters = Object.entries(messageHeaders).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }));
  const messageOf = (kind: DeliveryKind) => ({
    operationId: `webhook ${kind}`,
    tags: ['webhooks'],
    summary: deliveryKindLabels[kind],
    description: descriptionOf(kind),
    security: [],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema: bodyOf(kind) } } },
    responses: { '2XX': { description: answerRule } },
  });
  return Object.fromEntries(deliveryKinds.map((kind) => [kind, { post: messageOf(kind) }]));
}

/** The same to read. */
export function webhookMessagesHtml(): string {
  const { data } = toJsonSchema(WebhookMessage, 'output').properties as { data: { properties: object } };
  const codes = (names: readonly string[]) => names.map((name) => `<code>${name}</code>`).join(', ');
  const kinds = deliveryKinds.map((kind) => `<code>${kind}</code> (${deliveryKindLabels[kind]})`).join(', ');
  const headers = Object.entries(messageHeaders).map(([name, text]) => `<dt><code>${name}</code></dt><dd>${text}</dd>`);
  return `<h2 id="messages">Webhook messages</h2><section><h3><code>POST</code> to the address of a webhook</h3><p>${rule}</p>
<dl>${headers.join('')}<dt>Body</dt><dd>${codes(['type', 'timestamp', 'data'])}</dd><dt>type</dt><dd>${kinds}</dd>
<dt>data</dt><dd>${codes(Object.keys(data.properties))}, as far as it is about them</dd><dt>Answer</dt><dd>${answerRule}</dd></dl></section>`;
}

// Schemas of the contract as JSON Schema, for the published description.
type JsonSchema = { properties?: Record<string, unknown>; required?: string[] } & Record<string, unknown>;

export function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return rest as JsonSchema;
}

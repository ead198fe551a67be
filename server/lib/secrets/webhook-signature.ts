// Signatures of webhooks as the Standard Webhooks specification has them, so that its libraries verify ours.
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export function makeWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

type Message = { id: string; at: Date; body: string };

function signature(secret: string, { id, at, body }: Message): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signed = createHmac('sha256', key).update(`${id}.${secondsOf(at)}.${body}`);
  return `v1,${signed.digest('base64')}`;
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** The headers of a message: one signature for each secret that is valid, set apart by blanks. */
export function signatureHeaders(secrets: readonly string[], message: Message): Record<string, string> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(secondsOf(message.at)),
    'webhook-signature': secrets.map((secret) => signature(secret, message)).join(' '),
  };
}

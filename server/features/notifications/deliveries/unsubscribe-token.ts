// The tokens of unsubscribe links: each ends one kind of mail for one person, and nothing else.
import { createHmac, timingSafeEqual } from 'node:crypto';

type Unsubscribe = { userId: number; kind: string };

/** With a prefix, so that no other signature by the same secret is valid here. */
function signatureOf(secret: string, payload: string): Buffer {
  return createHmac('sha256', secret).update(`unsubscribe ${payload}`).digest();
}

/** Valid for good: whoever finds an old mail must still be able to end them. */
export function makeUnsubscribeToken(secret: string, { userId, kind }: Unsubscribe): string {
  const payload = `${userId}.${kind}`;
  return `${payload}.${signatureOf(secret, payload).toString('base64url')}`;
}

/** null: forged or changed. */
export function readUnsubscribeToken(secret: string, token: string): Unsubscribe | null {
  const [, id = '', kind = '', signed = ''] = /^(\d{1,10})\.([a-z_]{1,60})\.([\w-]{43})$/.exec(token) ?? [];
  const [expected, signature] = [signatureOf(secret, `${id}.${kind}`), Buffer.from(signed, 'base64url')];
  if (expected.length !== signature.length || !timingSafeEqual(expected, signature)) return null;
  return Number(id) > 2_147_483_647 ? null : { userId: Number(id), kind };
}

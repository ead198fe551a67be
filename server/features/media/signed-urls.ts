// Signed addresses: one person may load one picture of a link that is not submitted yet, for some minutes.
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

const lifetimeSeconds = 900;

/** The picture `item` of a link that this person checks for a project. */
export type SignedUrl = { person: number; project: number; url: string; item: string };

const Payload = z.tuple([z.number(), z.number(), z.string(), z.string(), z.number()]);

/** Only this installation can sign; `now` in milliseconds. */
export function createUrlSigner(secret: string, now: () => number = Date.now) {
  // With a prefix, so that no other signature by the same secret is valid here.
  const signatureOf = (payload: string) => createHmac('sha256', secret).update(`link picture ${payload}`).digest();

  function sign({ person, project, url, item }: SignedUrl): string {
    const until = Math.floor(now() / 1000) + lifetimeSeconds;
    const payload = Buffer.from(JSON.stringify([person, project, url, item, until])).toString('base64url');
    return `${payload}.${signatureOf(payload).toString('base64url')}`;
  }

  /** null: forged, changed, or expired. */
  function verify(token: string): SignedUrl | null {
    const [payload = '', signed = ''] = token.split('.');
    const [expected, signature] = [signatureOf(payload), Buffer.from(signed, 'base64url')];
    if (expected.length !== signature.length || !timingSafeEqual(expected, signature)) return null;
    const [person, project, url, item, until] = z.parse(
      Payload,
      JSON.parse(Buffer.from(payload, 'base64url').toString()),
    );
    return until * 1000 > now() ? { person, project, url, item } : null;
  }

  return { sign, verify };
}
export type UrlSigner = ReturnType<typeof createUrlSigner>;

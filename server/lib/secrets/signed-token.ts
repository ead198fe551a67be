// Signed tokens: what stands in one can be read by anybody, and made by this installation alone.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** `purpose` is part of what is signed, so that a token for one purpose is valid for no other by the same secret. */
export function createTokenSigner(secret: string, purpose: string) {
  const signatureOf = (payload: string) => createHmac('sha256', secret).update(`${purpose} ${payload}`).digest();

  function sign(value: unknown): string {
    const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${payload}.${signatureOf(payload).toString('base64url')}`;
  }

  /** undefined: forged or changed. */
  function verify(token: string): unknown {
    const [payload = '', signed = '', ...more] = token.split('.');
    const [expected, signature] = [signatureOf(payload), Buffer.from(signed, 'base64url')];
    const isOurs = more.length === 0 && expected.length === signature.length && timingSafeEqual(expected, signature);
    return isOurs ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined;
  }

  return { sign, verify };
}

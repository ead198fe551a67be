// Tokens: signed ones, which anybody can read and this installation alone can make, and what is stored of random ones.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Of texts; the signature stands behind the last dot. `purpose` is part of what is signed, so that a token for one purpose is valid for no
 * other by the same secret.
 */
export function createSigner(secret: string, purpose: string) {
  const signatureOf = (text: string) => createHmac('sha256', secret).update(`${purpose} ${text}`).digest();

  return {
    sign: (text: string): string => `${text}.${signatureOf(text).toString('base64url')}`,

    /** The text; null: forged or changed. */
    verify(token: string): string | null {
      const end = token.lastIndexOf('.');
      const text = token.slice(0, Math.max(end, 0));
      const [expected, signature] = [signatureOf(text), Buffer.from(token.slice(end + 1), 'base64url')];
      return expected.length === signature.length && timingSafeEqual(expected, signature) ? text : null;
    },
  };
}

/** The same of any values, as JSON without dots. */
export function createTokenSigner(secret: string, purpose: string) {
  const { sign, verify } = createSigner(secret, purpose);
  return {
    sign: (value: unknown): string => sign(Buffer.from(JSON.stringify(value)).toString('base64url')),

    /** undefined: forged or changed. */
    verify(token: string): unknown {
      const payload = verify(token);
      return payload === null ? undefined : JSON.parse(Buffer.from(payload, 'base64url').toString());
    },
  };
}

/** What is stored of a random token that opens something: its SHA-256 in hex. Of anything that came as a token: a wrong one costs the same work. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

// Signed addresses: one person may load one picture of a link that is not submitted yet, for some minutes.
import * as z from 'zod/mini';
import { createTokenSigner } from '#server/lib/secrets/tokens.ts';

const lifetimeSeconds = 900;

/** The picture `item` of a link that this person checks for a project. */
export type SignedUrl = { person: number; project: number; url: string; item: string };

const Payload = z.tuple([z.number(), z.number(), z.string(), z.string(), z.number()]);

/** Only this installation can sign; `now` in milliseconds. */
export function createUrlSigner(secret: string, now: () => number = Date.now) {
  const signer = createTokenSigner(secret, 'link picture');

  function sign({ person, project, url, item }: SignedUrl): string {
    return signer.sign([person, project, url, item, Math.floor(now() / 1000) + lifetimeSeconds]);
  }

  /** null: forged, changed, or expired. */
  function verify(token: string): SignedUrl | null {
    const signed = signer.verify(token);
    if (signed === undefined) return null;
    const [person, project, url, item, until] = z.parse(Payload, signed);
    return until * 1000 > now() ? { person, project, url, item } : null;
  }

  return { sign, verify };
}
export type UrlSigner = ReturnType<typeof createUrlSigner>;

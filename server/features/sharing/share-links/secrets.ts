// The secrets of share links: tokens, of which only a hash is stored, and PINs, sealed with the installation's secret.
import { createHmac, randomBytes } from 'node:crypto';
import { hashToken } from '#server/lib/secrets/tokens.ts';

const tokenBytes = 16;

export function makeToken(): { token: string; hash: string } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** Only this installation can seal. A PIN has a million forms: a mere hash of it would be guessed from a copy of the database. */
export function createPinSealer(secret: string) {
  const key = createHmac('sha256', secret).update('share link pin').digest();
  const seal = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    /** What is stored; `salt` is drawn for each link, so that equal PINs differ. */
    seal(pin: string, salt: string = randomBytes(9).toString('base64url')): string {
      return `${salt}.${seal(`pin ${salt} ${pin}`)}`;
    },
    /** The seal that this PIN would have in place of the stored one. */
    sealLike(stored: string, pin: string): string {
      return this.seal(pin, stored.split('.')[0] ?? '');
    },
    /** The cookie of a browser that knew the PIN; a new address or PIN makes it void. */
    passOf: ({ tokenHash, pinSeal }: { tokenHash: string; pinSeal: string }): string =>
      seal(`passed ${tokenHash} ${pinSeal}`),
  };
}
export type PinSealer = ReturnType<typeof createPinSealer>;

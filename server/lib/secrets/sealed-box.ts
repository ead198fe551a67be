// Encrypts what is kept for a while and is nobody else's to read, with a key made from the installation's secret.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

export type SealedBox = { seal(text: string): Buffer; open(sealed: Buffer): string | null };

/** @param purpose makes the key: what one box has sealed no other opens. */
export function createSealedBox(secret: string, purpose: string): SealedBox {
  const key = Buffer.from(hkdfSync('sha256', secret, 'topout', purpose, 32));
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    /** null: sealed with another secret, or changed since. */
    open(sealed) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes));
        decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
        return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return null;
      }
    },
  };
}

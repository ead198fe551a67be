// Names that reveal nothing of what they stand for, and that only this installation can make and read.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

export type NameCipher = {
  hide(text: string): string;
  /** Null: no name of this scope. */
  reveal(name: string): string | null;
};

const ivBytes = 16;

/** The same text has the same name in one scope, and another in every other. */
export function createNameCipher(secret: string, purpose: string): (scope: string | number) => NameCipher {
  const keyFor = (part: string) => Buffer.from(hkdfSync('sha256', secret, '', `${purpose} ${part}`, 32));
  const [cipherKey, ivKey] = [keyFor('name'), keyFor('iv')];
  return (scope) => {
    const ivOf = (text: string) => createHmac('sha256', ivKey).update(`${scope} ${text}`).digest().subarray(0, ivBytes);
    return {
      hide(text) {
        const iv = ivOf(text);
        const cipher = createCipheriv('aes-256-ctr', cipherKey, iv);
        return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]).toString('base64url');
      },
      reveal(name) {
        const bytes = Buffer.from(name, 'base64url');
        if (bytes.length <= ivBytes) return null;
        const iv = bytes.subarray(0, ivBytes);
        const decipher = createDecipheriv('aes-256-ctr', cipherKey, iv);
        const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes)), decipher.final()]).toString();
        return ivOf(text).equals(iv) ? text : null;
      },
    };
  };
}

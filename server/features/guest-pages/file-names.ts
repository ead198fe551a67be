// Opaque names of files in addresses for guests: a file's id holds the names of the crew's folders.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

export type FileNames = {
  hide(file: string): string;
  /** Null: not a name of this link. */
  reveal(name: string): string | null;
};

const ivBytes = 16;

/** The same file has the same name under one link, and another under every other. */
export function createFileNames(secret: string): (linkId: number) => FileNames {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `guest file ${purpose}`, 32));
  const [cipherKey, ivKey] = [keyFor('name'), keyFor('iv')];
  return (linkId) => {
    const ivOf = (file: string) =>
      createHmac('sha256', ivKey).update(`${linkId} ${file}`).digest().subarray(0, ivBytes);
    return {
      hide(file) {
        const iv = ivOf(file);
        const cipher = createCipheriv('aes-256-ctr', cipherKey, iv);
        return Buffer.concat([iv, cipher.update(file, 'utf8'), cipher.final()]).toString('base64url');
      },
      reveal(name) {
        const bytes = Buffer.from(name, 'base64url');
        if (bytes.length <= ivBytes) return null;
        const iv = bytes.subarray(0, ivBytes);
        const cipher = createDecipheriv('aes-256-ctr', cipherKey, iv);
        const file = Buffer.concat([cipher.update(bytes.subarray(ivBytes)), cipher.final()]).toString();
        return ivOf(file).equals(iv) ? file : null;
      },
    };
  };
}

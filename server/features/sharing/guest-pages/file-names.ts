// Opaque names of files in addresses for guests: a file's id holds the names of the crew's folders.
import { createNameCipher, type NameCipher } from '#server/lib/secrets/name-cipher.ts';

/** The same file has the same name under one link, and another under every other. */
export function createFileNames(secret: string): (linkId: number) => NameCipher {
  return createNameCipher(secret, 'guest file');
}

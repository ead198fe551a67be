// How addresses name files: by what follows from a file's id and tells nothing of it, for the id holds the names of the crew's folders.
import { createHash } from 'node:crypto';

/** The same for everybody, so that an address that is passed on is good for whoever may see the file. */
export function addressNameOf(file: string): string {
  return createHash('sha256').update(`address of a file ${file}`).digest('base64url').slice(0, 22);
}

/** Among these files the one that an address names; older addresses name it by its id. */
export function findNamed<File extends { id: string }>(files: readonly File[], name: string): File | undefined {
  return files.find(({ id }) => id === name) ?? files.find(({ id }) => addressNameOf(id) === name);
}

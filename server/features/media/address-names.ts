// How addresses name files: by what follows from a file's id and tells nothing of it, for the id holds the names of the crew's folders.
import { createHash } from 'node:crypto';

/** The same for everybody, so that an address that is passed on is good for whoever may see the file. */
export function addressNameOf(file: string): string {
  return createHash('sha256').update(`address of a file ${file}`).digest('base64url').slice(0, 22);
}

/** Finds the file that an address names; older addresses name it by its id. */
export const isNamed =
  (name: string) =>
  ({ id }: { id: string }) =>
    id === name || addressNameOf(id) === name;

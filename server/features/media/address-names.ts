// How addresses name files: by a value derived from a file's id that does not reveal it, since the id contains the crew's folder names.
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

// Versions: the number that says which state of a row somebody read (behaviour §2.5), raised with every edit.
import { type RawBuilder, sql } from 'kysely';

/** Beside the other assignments of an update. */
export const raisedVersion = { version: sql<number>`version + 1` };

/** As a part of the statement that changes a project's members. */
export function raiseProject(id: number): RawBuilder<unknown> {
  return sql`update projects set version = version + 1 where id = ${id}`;
}

// The columns of a session's content, which `sessions` and every record hold alike.
import { type RawBuilder, sql } from 'kysely';
import { sessionFieldNames, sessionFields } from '#contract/core/session-fields.ts';
import type { SessionContent } from './schema.ts';

/** What the body of a call may say; project, site and photographer are decided apart. */
export type FieldContent = Omit<SessionContent, 'project_id' | 'site_id' | 'photographer_id'>;

const fieldColumns = sessionFieldNames.map((name) => sessionFields[name].column);
export const contentColumns = ['project_id', 'site_id', 'photographer_id', ...fieldColumns] as const;

/** Nothing but the day that every session needs. */
export function emptyContent(captureDate: string): FieldContent {
  const empty = Object.fromEntries(fieldColumns.map((column) => [column, null])) as Record<keyof FieldContent, null>;
  return { ...empty, capture_date: captureDate };
}

/** Arguments of json_build_object: the fields of a row under this alias, named as in the contract. */
export function fieldPairs(alias: string): RawBuilder<unknown> {
  return sql.join(
    sessionFieldNames.flatMap((name) => [sql.lit(name), sql.ref(`${alias}.${sessionFields[name].column}`)]),
  );
}

// A session's content as a body sends it and as the columns store it: absent stays, null empties (behaviour §2.4).
import { type RawBuilder, sql } from 'kysely';
import { sessionFieldNames, sessionFields } from '#contract/core/session-fields.ts';
import type { NewSession, SessionEdit } from '#contract/sessions/routes.ts';
import type { SessionContent } from '#server/db/schema.ts';
import type { FieldContent } from '#server/db/session-content.ts';

/** The body's values, applied to the stored ones. */
export function mergeContent(body: NewSession | SessionEdit, before: FieldContent): FieldContent {
  const merged = sessionFieldNames.map((name) => {
    const { column } = sessionFields[name];
    return [column, body[name] === undefined ? before[column] : body[name]];
  });
  return Object.fromEntries(merged) as FieldContent;
}

/** True if the body contains content at all, even if unchanged. */
export function hasContent(body: SessionEdit): boolean {
  return [body.projectId, body.siteId, ...sessionFieldNames.map((name) => body[name])].some((one) => one !== undefined);
}

export function isSameContent(a: SessionContent, b: SessionContent): boolean {
  return (Object.keys(a) as (keyof SessionContent)[]).every((column) => a[column] === b[column]);
}

/** Select list: the fields of a row under this alias, named as in the contract. */
export function fieldSelection(alias: string): RawBuilder<unknown> {
  return sql.join(
    sessionFieldNames.map((name) => sql`${sql.ref(`${alias}.${sessionFields[name].column}`)} as ${sql.ref(name)}`),
  );
}

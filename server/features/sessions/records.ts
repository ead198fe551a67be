// The timeline of a session: everything for those who work on it, the released rounds for clients (behaviour §2.7).
import { type Kysely, sql } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import type { SessionRecord } from '#contract/sessions/endpoints.ts';
import { countRows } from '#server/db/count-rows.ts';
import type { Tables } from '#server/db/schema.ts';
import { fieldPairs } from '#server/db/session-content.ts';
import { type Page, paginate, parseCursor } from '#server/http/calls/pagination.ts';
import { notFound } from '#server/lib/problem.ts';
import { isVisible } from '#server/visibility.ts';

/** What clients may know of a session's life: submitted, approved, completed. Rejected rounds and notes never leave. */
const forClients = sql`and r.action in ('created', 'approved', 'completed')`;

const line = sql`r.id, r.action, r.from_status as "fromStatus", r.to_status as "toStatus", r.by_id as "byId",
  r.by_name as "byName", r.at, r.released_record_id as "releasedRecordId"`;

const withoutContent = sql`null as "reviewNotes", null as "rejectionReason", null as "resubmitNote", null as "notifiedNames", null as content`;

const withContent = sql`r.review_notes as "reviewNotes", r.rejection_reason as "rejectionReason", r.resubmit_note as "resubmitNote", r.told as "notifiedNames", json_build_object(
  'projectId', r.project_id, 'projectName', r.project_name, 'siteId', r.site_id, 'siteName', r.site_name,
  'photographerId', r.photographer_id, 'photographerName', r.photographer_name,
  ${fieldPairs('r')}) as content`;

/** System History keeps what was removed, and with it what happened to it (behaviour §2.6). */
async function refuseUnseen(db: Kysely<Tables>, actor: Person, id: number): Promise<void> {
  const isKnown = can.readHistory(actor)
    ? (await sql`select 1 from sessions where id = ${id}`.execute(db)).rows.length > 0
    : await isVisible(db, actor, { kind: 'session', id });
  if (!isKnown) throw notFound('Session');
}

/** A page of the timeline, oldest first. 404 for a session that this person does not see. */
export async function listRecords(
  db: Kysely<Tables>,
  actor: Person,
  request: { id: number; limit: number; cursor?: string | undefined },
): Promise<Page<SessionRecord>> {
  await refuseUnseen(db, actor, request.id);
  // Crew sees own sessions only, so that whoever sees the present content reads the records' content too.
  const whole = can.seePresentContent(actor);
  const only = whole ? sql`` : forClients;
  const cursor = parseCursor(request.cursor, 'id', 'text');
  const found = await sql<SessionRecord>`select ${line}, ${whole ? withContent : withoutContent}
    from session_records r where r.session_id = ${request.id} ${only} and r.id > ${cursor?.id ?? 0}
    order by r.id limit ${sql.lit(request.limit + 1)}`.execute(db);
  const page = paginate(found.rows, request.limit, ({ id }) => ({ by: 'id', at: '', id }));
  if (cursor) return page;
  const all = sql`session_records r where r.session_id = ${request.id} ${only}`;
  return { ...page, total: page.next ? await countRows(db, all) : found.rows.length };
}

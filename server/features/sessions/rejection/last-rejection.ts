// The rejection that a session was sent back with last, as long as nothing was released since, and what the session held then and holds now.
import { type Kysely, sql } from 'kysely';
import type { SessionFieldValues } from '#contract/core/session-fields.ts';
import type { ReasonCode } from '#contract/sessions/rejection.ts';
import type { Tables } from '#server/db/schema.ts';
import { fieldPairs } from '#server/db/session-content.ts';
import { fullName } from '#server/db/user-names.ts';

/** Names as they are read. */
export type ComparedContent = SessionFieldValues & { project: string; site: string | null; photographer: string };

export type LastRejection = {
  recordId: number;
  at: string;
  byName: string;
  reason: string | null;
  reasons: ReasonCode[] | null;
  resubmittedAt: string | null;
  resubmitNote: string | null;
  before: ComparedContent;
  after: ComparedContent;
};

/** Null where the last decision is another one. */
export async function readLastRejection(db: Kysely<Tables>, sessionId: number): Promise<LastRejection | null> {
  const found = await sql<LastRejection>`
    select r.id as "recordId", r.at, r.by_name as "byName", r.rejection_reason as reason, r.rejection_reasons as reasons,
      again.at as "resubmittedAt", again.resubmit_note as "resubmitNote",
      json_build_object('project', r.project_name, 'site', r.site_name, 'photographer', r.photographer_name, ${fieldPairs('r')}) as before,
      json_build_object('project', p.name, 'site', si.name, 'photographer', ${fullName('u')}, ${fieldPairs('s')}) as after
    from sessions s
    join projects p on p.id = s.project_id
    left join sites si on si.id = s.site_id
    join users u on u.id = s.photographer_id
    join lateral (select d.* from session_records d where d.session_id = s.id and d.action in ('approved', 'rejected', 'completed')
      order by d.id desc limit 1) r on r.action = 'rejected'
    left join lateral (select a.at, a.resubmit_note from session_records a
      where a.session_id = s.id and a.id > r.id and a.action = 'resubmitted' order by a.id desc limit 1) again on true
    where s.id = ${sessionId} and s.removed_at is null and s.status in ('rejected', 'pending')`.execute(db);
  return found.rows[0] ?? null;
}

/** What a reply says of it. */
export function aboutRejection(last: LastRejection | null) {
  if (!last) return { rejection: null, resubmittedAt: null, resubmitNote: null };
  const { at, byName, reason, reasons, resubmittedAt, resubmitNote } = last;
  return { rejection: { at, byName, reason, reasons }, resubmittedAt, resubmitNote };
}

/** The record that this transaction wrote last of a locked session. */
export async function newestRecordId(db: Kysely<Tables>, sessionId: number): Promise<number> {
  const found = await sql<{ id: number }>`select max(id) as id from session_records where session_id = ${sessionId}`;
  return (await found.execute(db)).rows[0]?.id ?? 0;
}

// A change of a session and its record, in one statement, so that neither exists without the other (behaviour §2.3).
import { type RawBuilder, sql } from 'kysely';
import type { recordActions, Session, SessionStatus } from '#contract/sessions/endpoints.ts';
import type { ReasonCode } from '#contract/sessions/rejection.ts';
import type { SessionContent } from '#server/db/schema.ts';
import { contentColumns } from '#server/db/session-content.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { fullName } from '#server/db/user-names.ts';
import { addMediaJobs } from '#server/features/media/jobs.ts';
import { joinNames, presentColumns, type SessionRow, toSession } from './session-row.ts';

const columnList = sql.join(contentColumns.map((column) => sql.ref(column)));
const fromSession = sql.join(contentColumns.map((column) => sql.ref(`s.${column}`)));

type Recorded = {
  action: (typeof recordActions)[number];
  from: SessionStatus | null | RawBuilder<unknown>;
  to: SessionStatus | null;
  by: number;
  reviewNotes?: string | null;
  reason?: string | null;
  /** For a rejection: its coded reasons. */
  reasons?: readonly ReasonCode[] | null;
  /** For a resubmission: the photographer's note. */
  resubmitNote?: string | null;
  /** The names of the people notified of it. */
  notifiedNames?: readonly string[] | null;
  /** On an approval or an edit that clients read at once: the record that they read from now on, of a row s or n. */
  releases?: RawBuilder<unknown>;
};

/** Writes a record for each row of a CTE `s` of whole `sessions` rows; `id` is the record's. Names are stored as of now. */
export function recordInsert(recorded: Recorded, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const {
    action,
    from,
    to,
    by,
    reviewNotes = null,
    reason = null,
    notifiedNames = null,
    releases = sql`null`,
  } = recorded;
  const { reasons = null, resubmitNote = null } = recorded;
  return sql`insert into session_records (id, session_id, action, from_status, to_status, by_id, by_name,
      ${columnList}, project_name, site_name, photographer_name, review_notes, rejection_reason, told, released_record_id,
      rejection_reasons, resubmit_note, submitted_at)
    overriding system value
    select ${id}, s.id, ${action}::text, ${from}::text, ${to}::text, b.id, ${fullName('b')},
      ${fromSession}, p.name, si.name, ${fullName('u')}, ${reviewNotes}::text, ${reason}::text, ${notifiedNames && [...notifiedNames]}::text[], ${releases}::bigint,
      ${reasons && [...reasons]}::text[], ${resubmitNote}::text, s.submitted_at
    from s join projects p on p.id = s.project_id left join sites si on si.id = s.site_id
      join users u on u.id = s.photographer_id join users b on b.id = ${by} order by s.id`;
}

/**
 * Writes rows of `sessions` (`write` returns them whole; `n.id` is the id of the record to come) together with their record, and returns
 * them as crew and admins see them.
 */
async function recorded({ tx }: WriteContext, write: RawBuilder<unknown>, record: Recorded): Promise<Session | null> {
  const rows = sql`select ${presentColumns} from s`;
  const made = await sql<SessionRow>`
    with n as (select nextval('session_records_id_seq') as id), s as (${write}), r as (${recordInsert(record, sql`(select id from n)`)})
    ${joinNames(rows)}`.execute(tx);
  const row = made.rows[0];
  return row ? toSession(row) : null;
}

/** A new session with its first record. */
export async function insertSession(context: WriteContext, by: number, content: SessionContent): Promise<Session> {
  const values = sql.join(contentColumns.map((column) => content[column]));
  const write = sql`insert into sessions (${columnList}, record_id) select ${values}, n.id from n returning *`;
  const made = await recorded(context, write, { action: 'created', from: null, to: 'pending', by });
  if (!made) throw new Error('A session was inserted without its record');
  await addMediaJobs(context.tx, made.id);
  return made;
}

/**
 * Changes a locked session and records it. `set` are assignments, in which `n.id` is the new record. The allowed former states are also in
 * the WHERE, so that it cannot happen twice however it is called.
 * @returns null if the session was in none of those states.
 */
export async function changeSession(
  context: WriteContext,
  session: { id: number },
  { set, from, record }: { set: RawBuilder<unknown>; from: readonly SessionStatus[]; record: Recorded },
): Promise<Session | null> {
  const write = sql`update sessions t set ${set}, updated_at = now() from n
    where t.id = ${session.id} and t.removed_at is null and t.status = any(${[...from]}::text[]) returning t.*`;
  const changed = await recorded(context, write, record);
  if (changed && (record.action === 'edited' || record.action === 'approved'))
    await addMediaJobs(context.tx, session.id);
  return changed;
}

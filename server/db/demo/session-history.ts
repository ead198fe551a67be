// Writes the history of one demo session: its records one by one, and the session's row after the last.
import { sql, type Transaction } from 'kysely';
import { composeRejection, defaultReasons } from '#contract/sessions/rejection.ts';
import type { SessionContent, SessionRecordsTable, Tables } from '#server/db/schema.ts';
import { rejectionOf, resubmission, reviewNotes } from './texts.ts';
import type { StatusPath } from './visits.ts';

type IdAndName = { id: number; name: string };
/** Everything a history needs: times in milliseconds since 1970, content as the crew first wrote it. */
export type HistoryInput = {
  content: SessionContent;
  names: Pick<SessionRecordsTable, 'project_name' | 'site_name' | 'photographer_name'>;
  path: StatusPath;
  /** Counts visits, so that reasons and notes differ. */
  nth: number;
  capturedAt: number;
  now: number;
  crew: IdAndName;
  reviewer: IdAndName;
  rejecter: IdAndName;
  /** The names of the project's client and its viewers. */
  clients: readonly string[];
};

type Step = {
  action: 'created' | 'approved' | 'rejected' | 'resubmitted' | 'completed' | 'edited';
  from: 'pending' | 'approved' | 'rejected' | null;
  to: 'pending' | 'approved' | 'rejected' | 'completed';
  by: 'crew' | 'reviewer' | 'rejecter';
  afterHours: number;
};

const created: Step = { action: 'created', from: null, to: 'pending', by: 'crew', afterHours: 5 };
const approved: Step = { action: 'approved', from: 'pending', to: 'approved', by: 'reviewer', afterHours: 20 };
const rejected: Step = { action: 'rejected', from: 'pending', to: 'rejected', by: 'rejecter', afterHours: 12 };
const resubmitted: Step = { action: 'resubmitted', from: 'rejected', to: 'pending', by: 'crew', afterHours: 15 };
const completed: Step = { action: 'completed', from: 'approved', to: 'completed', by: 'reviewer', afterHours: 60 };
const mended: Step = { action: 'edited', from: 'rejected', to: 'rejected', by: 'crew', afterHours: 14 };
const edited: Step = { action: 'edited', from: 'approved', to: 'pending', by: 'crew', afterHours: 22 };

const stepsOf: Record<StatusPath, Step[]> = {
  pending: [created],
  rejected: [created, rejected],
  resubmitted: [created, rejected, mended, resubmitted],
  approved: [created, approved],
  completed: [created, approved, completed],
  revised: [created, approved, edited],
};

const unreviewed = { reviewed_by: null, reviewed_at: null, review_notes: null, rejection_reason: null, told: null };

/** Never in the future, however recent the visit is. */
function timeOf(input: HistoryInput, step: Step): Date {
  return new Date(
    Math.min(input.capturedAt + step.afterHours * 3_600_000, input.now - (30 - step.afterHours / 4) * 60_000),
  );
}

function reviewOf(input: HistoryInput, step: Step): { review_notes: string | null; rejection_reason: string | null } {
  const { reasons, words, notes: rejectionNotes } = rejectionOf(input.nth);
  if (step.action === 'rejected')
    return { review_notes: rejectionNotes, rejection_reason: composeRejection(reasons, words, defaultReasons) };
  const notes = step.action === 'approved' ? (reviewNotes[input.nth % reviewNotes.length] ?? null) : null;
  return { review_notes: notes, rejection_reason: null };
}

function notifiedOf({ clients, crew }: HistoryInput, step: Step): string[] | null {
  if (step.action === 'approved') return [...clients, crew.name];
  return step.action === 'rejected' ? [crew.name] : null;
}

function contentAfter(input: HistoryInput, step: Step): SessionContent {
  if (step.action !== 'edited' && step.action !== 'resubmitted') return input.content;
  return { ...input.content, notes: `${input.content.notes} Corrected: two more photos of the east side added.` };
}

async function writeRecord(
  tx: Transaction<Tables>,
  input: HistoryInput,
  what: { sessionId: number; step: Step; released: number | null },
) {
  const { sessionId, step, released } = what;
  const by = input[step.by];
  const record = {
    ...contentAfter(input, step),
    ...input.names,
    ...reviewOf(input, step),
    told: notifiedOf(input, step),
    session_id: sessionId,
    action: step.action,
    from_status: step.from,
    to_status: step.to,
    by_id: by.id,
    by_name: by.name,
    at: timeOf(input, step),
    released_record_id: released,
    rejection_reasons: step.action === 'rejected' ? rejectionOf(input.nth).reasons : null,
    resubmit_note: step.action === 'resubmitted' ? resubmission.note : null,
  };
  return (await tx.insertInto('session_records').values(record).returning('id').executeTakeFirstOrThrow()).id;
}

/** What the session's row holds after a step, beside its content. */
function rowAfter(input: HistoryInput, step: Step, recordId: number): object {
  const by = input[step.by].id;
  const at = timeOf(input, step);
  if (step.action === 'completed') return { status: step.to, released_status: 'completed' };
  const review =
    step.to === 'pending'
      ? unreviewed
      : { reviewed_by: by, reviewed_at: at, ...reviewOf(input, step), told: notifiedOf(input, step) };
  if (step.action !== 'approved') return { status: step.to, record_id: recordId, ...review };
  const release = {
    released_record_id: recordId,
    released_status: 'approved',
    released_by: by,
    released_at: at,
    released_capture_date: input.content.capture_date,
  };
  return { status: step.to, ...review, ...release };
}

/** Writes the session with the records of its session history; answers its id. */
export async function writeSessionHistory(tx: Transaction<Tables>, input: HistoryInput): Promise<number> {
  const next = await sql<{
    id: number;
  }>`select nextval(pg_get_serial_sequence('sessions', 'id'))::integer as id`.execute(tx);
  const sessionId = next.rows[0]?.id as number;
  const steps = stepsOf[input.path];
  let recordId = 0;
  let row: object = {};
  for (const step of steps) {
    const isContent = step.action === 'created' || step.action === 'edited';
    const released = step.action === 'approved' ? recordId : null;
    const made = await writeRecord(tx, input, { sessionId, step, released });
    if (isContent) recordId = made;
    row = { ...row, ...contentAfter(input, step), ...rowAfter(input, step, recordId), updated_at: timeOf(input, step) };
  }
  const submitted = steps.findLast(({ action, to }) => action !== 'edited' && to === 'pending') ?? (steps[0] as Step);
  const submitted_at = timeOf(input, submitted);
  const session = { ...row, id: sessionId, submitted_at, created_at: timeOf(input, steps[0] as Step) };
  const columns = sql.join(Object.keys(session).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(session));
  await sql`insert into sessions (${columns}) overriding system value values (${values})`.execute(tx);
  return sessionId;
}

// The response clock: when the first answer to a concern is due, and who is reminded of it (behaviour §13.5).
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Priority } from '#contract/disputes/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadDefaults, ReadSettings } from '#server/db/settings/company-settings.ts';
import type { RunTransaction, WriteContext } from '#server/db/transaction.ts';
import { notifyAnswerDue } from '#server/features/notifications/handlers.ts';
import type { JobHandler } from '#server/jobs.ts';
import { createWorkCalendar } from '#server/lib/working-days.ts';

/** The columns of a concern raised at this moment. */
export async function deadlineColumns(settings: ReadSettings, raised: { at: number; priority: Priority }) {
  const { responseDays, ...calendar } = await settings();
  const { due, half, dueOn } = createWorkCalendar(calendar).deadlineAfter(raised.at, responseDays[raised.priority]);
  return { due_at: new Date(due), half_at: new Date(half), due_on: dueOn };
}

type Dependencies = { db: Kysely<Tables>; write: RunTransaction; settings: ReadSettings; defaults: ReadDefaults };

const everySeconds = 60;
const maxPerRun = 200;

const awaiting = sql`d.status = 'open' and d.answered_at is null`;
const onPresentSession = sql`exists (select 1 from sessions s where s.id = d.session_id and s.removed_at is null)`;

type Unclocked = { id: number; priority: Priority; createdAt: string };

/** Concerns from before there were clocks get one; nobody is notified of deadlines that have already passed. */
async function fillMissing({ db, settings }: Dependencies): Promise<void> {
  const found = await sql<Unclocked>`select d.id, d.priority, d.created_at as "createdAt" from disputes d
    where ${awaiting} and d.due_at is null order by d.id limit ${sql.lit(maxPerRun)}`.execute(db);
  for (const { id, priority, createdAt } of found.rows) {
    const { due_at, half_at, due_on } = await deadlineColumns(settings, { at: Date.parse(createdAt), priority });
    await sql`update disputes set due_at = ${due_at}, half_at = ${half_at}, due_on = ${due_on}::date,
      half_told = ${half_at}::timestamptz <= now(), due_told = ${due_at}::timestamptz <= now()
      where id = ${id} and due_at is null`.execute(db);
  }
}

const isDue = sql`d.due_at <= now() and not d.due_told`;
const isHalf = sql`d.half_at <= now() and not d.half_told and not d.due_told`;

type Reminder = { sessionId: number; dueOn: string; isOver: boolean };

/** Checked again under the row lock: an answer, or another process, may have come first. */
async function remind(context: WriteContext, disputeId: number, isTime: RawBuilder<unknown>): Promise<void> {
  const reminded = await sql<Reminder>`
    with due as (select d.id, d.due_at <= now() as over from disputes d
      where d.id = ${disputeId} and ${awaiting} and ${isTime} for no key update)
    update disputes d set half_told = true, due_told = d.due_told or due.over from due where d.id = due.id
    returning d.session_id as "sessionId", d.due_on as "dueOn", due.over as "isOver"`.execute(context.tx);
  const [row] = reminded.rows;
  if (row) await notifyAnswerDue(context, { disputeId, ...row });
}

async function remindAll({ db, write, defaults }: Dependencies): Promise<void> {
  const { remindsHalfway } = await defaults(db);
  // A company without a reminder at half time gets the one at the end.
  const isTime = remindsHalfway ? sql`(${isDue} or ${isHalf})` : isDue;
  const found = await sql<{ id: number }>`select d.id from disputes d
    where ${awaiting} and ${onPresentSession} and ${isTime}
    order by d.due_at limit ${sql.lit(maxPerRun)}`.execute(db);
  for (const { id } of found.rows) await write({ topics: ['notifications'] }, (context) => remind(context, id, isTime));
}

/** Each reminder is written in one transaction with the mark that it was sent: it is sent once. */
export function responseClockJob(deps: Dependencies): JobHandler {
  return {
    every: everySeconds,
    async run() {
      await fillMissing(deps);
      await remindAll(deps);
    },
  };
}

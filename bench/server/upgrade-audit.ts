// What the database and the mailbox hold after servers were exchanged under load, against what people were promised.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/db/open.ts';
import type { ArrivedMail } from '#server/test-support/servers/mailbox.ts';
import type { Ledger } from './mixed-load.ts';

export type Found = [what: string, figure: number, target: number | null];

const patienceMs = 180_000;

/** Lets what is paced go at once, as if its minutes were over, until nothing waits. */
export async function untilAllIsSent({ query }: Database): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await delay(500)) {
    const waiting = await query.selectFrom('deliveries').select('id').where('state', '=', 'waiting').execute();
    const asked = await query.selectFrom('jobs').select('id').where('kind', '=', 'passwordReset').execute();
    if (waiting.length + asked.length === 0) return;
    await sql`update deliveries set paced_at = paced_at - interval '1 minute',
      due_at = case when state = 'waiting' and attempts = 0 then now() else due_at end`.execute(query);
  }
}

/** A mail about several notices begins with their number. However often one came, it counts once. */
export function countNotices(mails: readonly ArrivedMail[]): number {
  const subjects = new Map(mails.map((mail) => [mail.header('message-id'), mail.header('subject') ?? '']));
  return [...subjects.values()].reduce((sum, subject) => sum + Number(/^\d+/.exec(subject)?.[0] ?? 1), 0);
}

export async function audit({ query }: Database, ledger: Ledger, mails: readonly ArrivedMail[]): Promise<Found[]> {
  const sessions = await query.selectFrom('sessions').select(['id', 'notes', 'status']).execute();
  const status = new Map(sessions.map((session) => [session.id, session.status]));
  const { rows } = await sql<Record<'doubledNotices' | 'releases' | 'resets' | 'givenUp' | 'unsent', number>>`
    select
      (select count(*) from (select 1 from notifications where related_session_id is not null
        group by user_id, type, related_session_id having count(*) > 1) d) as "doubledNotices",
      (select count(*) from notifications where type = 'session_approved') as releases,
      (select count(*) from account_links where kind = 'reset') as resets,
      (select count(*) from jobs where last_error is not null) as "givenUp",
      (select count(*) from deliveries where state not in ('sent', 'bundled')) as unsent`.execute(query);
  const facts = rows[0];
  if (!facts) throw new Error('The database gave no figures');
  const resetMails = mails.filter((mail) => /password/i.test(mail.header('subject') ?? ''));
  const noticeMails = mails.filter((mail) => !resetMails.includes(mail));
  const names = new Set(mails.map((mail) => mail.header('message-id')));
  return [
    ['sessions submitted and acknowledged', ledger.created.length, null],
    ['of them lost', ledger.created.filter(({ id }) => !status.has(id)).length, 0],
    ['sessions made twice', sessions.length - new Set(sessions.map(({ notes }) => notes)).size, 0],
    ['releases acknowledged', ledger.approved.length, null],
    ['of them lost', ledger.approved.filter((id) => status.get(id) !== 'approved').length, 0],
    ['notices made twice', facts.doubledNotices, 0],
    ['mails that came', mails.length, null],
    ['mails that came twice', mails.length - names.size, 0],
    ['releases that mails told of', countNotices(noticeMails), facts.releases],
    ['password links asked for', ledger.resets, null],
    ['jobs done for them', facts.resets, ledger.resets],
    ['mails about them', resetMails.length, ledger.resets],
    ['messages not sent', facts.unsent, 0],
    ['jobs that failed', facts.givenUp, 0],
  ];
}

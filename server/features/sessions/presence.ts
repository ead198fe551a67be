// Which admins are viewing a session now (behaviour §20.5): leases in a table, so that every process knows of all.
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import type { Person } from '#contract/policy.ts';
import { leaseSeconds, type Presence } from '#contract/sessions/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { personRef } from '#server/db/user-names.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { notFound } from '#server/lib/problem.ts';
import { isVisible } from '#server/visibility.ts';

/** A lease ends without a write: nothing else would drop the answer. */
const answerMilliseconds = 5_000;

type PresenceKey = { actor: Person; sessionId: number };
type Lease = PresenceKey & { tab: string };

async function requireSession(db: Kysely<Tables>, { actor, sessionId }: PresenceKey): Promise<void> {
  if (!(await isVisible(db, actor, { kind: 'session', id: sessionId }))) throw notFound('Session');
}

async function othersAt(db: Kysely<Tables>, { actor, sessionId }: PresenceKey): Promise<Presence> {
  const rows = await db
    .selectFrom('presence as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(personRef('u').as('person'))
    .where('p.session_id', '=', sessionId)
    .where('p.user_id', '<>', actor.id)
    .where('p.until', '>', sql<string>`now()`)
    .groupBy('u.id')
    .orderBy((by) => by.fn.min('p.since'))
    .execute();
  return { others: rows.map(({ person }) => person) };
}

async function isLooking(tx: Kysely<Tables>, { actor, sessionId }: PresenceKey): Promise<boolean> {
  const lease = await tx
    .selectFrom('presence')
    .select('tab')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', actor.id)
    .limit(1)
    .executeTakeFirst();
  return lease !== undefined;
}

/** Whether the person is new here: who only stays, or opens a second tab, is news to nobody. */
async function takeLease(tx: Kysely<Tables>, { tab, ...key }: Lease): Promise<boolean> {
  const until = sql<string>`now() + make_interval(secs => ${leaseSeconds})`;
  await sql`delete from presence where until <= now()`.execute(tx);
  const isNew = !(await isLooking(tx, key));
  await tx
    .insertInto('presence')
    .values({ session_id: key.sessionId, user_id: key.actor.id, tab, until })
    .onConflict((conflict) => conflict.columns(['session_id', 'user_id', 'tab']).doUpdateSet({ until }))
    .execute();
  return isNew;
}

function announce({ events }: Pick<WriteContext, 'events'>, sessionId: number): void {
  events.touch('presence');
  events.invalidateFor({ admins: true, ids: { sessions: [sessionId] } });
}

export const presence: Handlers<typeof api.presence> = {
  async presence({ actor, db, params, cacheFor }) {
    const key = { actor, sessionId: params.id };
    await requireSession(db, key);
    cacheFor(answerMilliseconds);
    return othersAt(db, key);
  },

  async enterPresence({ actor, db, params, query, write }) {
    const key = { actor, sessionId: params.id };
    await requireSession(db, key);
    return write(async (context) => {
      if (await takeLease(context.tx, { ...key, tab: query.tab })) announce(context, key.sessionId);
      return othersAt(context.tx, key);
    });
  },

  async leavePresence({ actor, db, params, query, write }) {
    const key = { actor, sessionId: params.id };
    await requireSession(db, key);
    return write(async (context) => {
      const { numDeletedRows } = await context.tx
        .deleteFrom('presence')
        .where('session_id', '=', key.sessionId)
        .where('user_id', '=', actor.id)
        .where('tab', '=', query.tab)
        .executeTakeFirst();
      if (numDeletedRows > 0n && !(await isLooking(context.tx, key))) announce(context, key.sessionId);
      return { ok: true };
    });
  },
};

// The rows of logins: reading, inserting and deleting them. A row decides whether a login is alive.
import { type Kysely, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { LoginRevoked } from '#server/db/change-events.ts';
import type { LoginFacts, Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { type CachedLogin, expiryOf } from './login-cache.ts';

/** The login of a cookie; null for one that ended, expired or belongs to a closed account. */
export async function readLogin(db: Kysely<Tables>, sid: string, now: number): Promise<CachedLogin | null> {
  const row = await db
    .selectFrom('logins')
    .innerJoin('users', 'users.id', 'logins.user_id')
    .select(['users.id', 'users.role', 'logins.sess'])
    .where('logins.sid', '=', sid)
    .where('logins.expire', '>', new Date(now).toISOString())
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const person: Person = { kind: 'person', id: row.id, role: row.role };
  return { person, sid, createdAt: Date.parse(row.sess.createdAt), seenAt: Date.parse(row.sess.seenAt) };
}

/**
 * False for a closed account, and for one that got another password since `password` was verified. `for share` makes a change of
 * password wait, which then ends this login too.
 */
export async function insertLogin(
  context: WriteContext,
  login: { sid: string; at: number },
  account: { id: number; password?: string },
): Promise<boolean> {
  const at = new Date(login.at).toISOString();
  const until = new Date(expiryOf({ createdAt: login.at, seenAt: login.at }));
  const sess: LoginFacts = { userId: account.id, createdAt: at, seenAt: at };
  const unchanged = account.password === undefined ? sql`` : sql`and password = ${account.password}`;
  const made = await sql`
    insert into logins (sid, sess, expire)
    select ${login.sid}::bpchar, ${JSON.stringify(sess)}::jsonb, ${until}::timestamptz
    from users where id = ${account.id} ${unchanged} and closed_at is null
    for share
    returning sid`.execute(context.tx);
  return made.rows.length > 0;
}

/** Deletes the rows in the caller's transaction and announces it to every process. Change the account's row before it. */
export async function revokeLogins(context: WriteContext, ended: LoginRevoked): Promise<void> {
  let deletion = context.tx.deleteFrom('logins');
  if ('sid' in ended) deletion = deletion.where('sid', '=', ended.sid);
  else deletion = deletion.where('user_id', '=', ended.user);
  if ('except' in ended && ended.except !== undefined) deletion = deletion.where('sid', '!=', ended.except);
  await deletion.execute();
  context.events.revokeLogin(ended);
}

/** A browser that goes on with another login receives push as before. */
export async function keepDevice({ tx }: WriteContext, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable('push_subscriptions').set({ login_sid: to }).where('login_sid', '=', from).execute();
}

/** Saves when people were last seen. Skips locked rows, so that it never waits and cannot deadlock with whoever ends a login. */
export async function writeSeen(db: Kysely<Tables>, seen: CachedLogin[]): Promise<void> {
  const sids = seen.map(({ sid }) => sid);
  const times = seen.map(({ seenAt }) => new Date(seenAt).toISOString());
  const untils = seen.map((login) => new Date(expiryOf(login)).toISOString());
  await sql`
    with due as (
      select l.sid, t.seen, t.until
      from unnest(${sids}::bpchar[], ${times}::text[], ${untils}::timestamptz[]) as t (sid, seen, until)
      join logins l on l.sid = t.sid and l.expire < t.until
      for update of l skip locked)
    update logins l set sess = l.sess || jsonb_build_object('seenAt', due.seen), expire = due.until
    from due where due.sid = l.sid`.execute(db);
}

/** Which of these logins have not ended. */
export async function aliveLogins(db: Kysely<Tables>, sids: string[], now: number): Promise<Set<string>> {
  const { rows } = await sql<{ sid: string }>`
    select l.sid from logins l join users u on u.id = l.user_id
    where l.sid = any(${sids}::bpchar[]) and l.expire > ${new Date(now)} and u.closed_at is null`.execute(db);
  return new Set(rows.map(({ sid }) => sid));
}

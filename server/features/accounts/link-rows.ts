// The rows of one-time links: made, found by the hash of their token, used up once, and ended by what makes them wrong.
import { createHmac, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AccountLinkKind } from '#contract/accounts/auth.ts';
import { invitationDays, resetMinutes } from '#contract/accounts/auth.ts';
import type { Tables } from '#server/db/schema.ts';
import { hashToken } from '#server/lib/secrets/tokens.ts';

type Tx = Transaction<Tables>;

/** 128 random bits. */
export function newSeed(): string {
  return randomBytes(16).toString('hex');
}

/**
 * What opens the link. It follows from a random seed and the installation's secret, so that a call that is repeated under its idempotency
 * key answers the same link, although only seeds are stored with the replies of calls.
 */
export function tokenOf(secret: string, seed: string): string {
  return createHmac('sha256', secret).update(`one-time link ${seed}`).digest('base64url');
}

const lifetimes = {
  invitation: sql`make_interval(days => ${sql.lit(invitationDays)})`,
  reset: sql`make_interval(mins => ${sql.lit(resetMinutes)})`,
};

/** `request`: what asked for it, of which a second one is not made. */
type NewLink = { kind: AccountLinkKind; userId: number; token: string; request?: string };
export type MadeLink = { id: number; expiresAt: string };

/** Of a locked account. The former links of the kind end; null where this request made one already. */
export async function insertLink(tx: Tx, { kind, userId, token, request }: NewLink): Promise<MadeLink | null> {
  const made = await sql<MadeLink>`
    insert into account_links (kind, user_id, token_hash, request, expires_at)
    values (${kind}, ${userId}, ${hashToken(token)}, ${request ?? null}, now() + ${lifetimes[kind]})
    on conflict (request) do nothing returning id, expires_at as "expiresAt"`.execute(tx);
  const link = made.rows[0];
  if (!link) return null;
  await sql`
    update account_links set expires_at = now()
    where user_id = ${userId} and kind = ${kind} and id <> ${link.id} and used_at is null and expires_at > now()`.execute(
    tx,
  );
  return link;
}

/** Every open link of a locked account ends; of somebody who was invited so does the invitation. */
export async function endLinks(tx: Tx, userId: number): Promise<void> {
  await sql`
    update account_links set expires_at = now()
    where user_id = ${userId} and used_at is null and expires_at > now()`.execute(tx);
  await sql`update users set invited_until = now() where id = ${userId} and invited_until > now()`.execute(tx);
}

export type FoundLink = {
  kind: AccountLinkKind;
  state: 'open' | 'used' | 'expired';
  user: { id: number; username: string; email: string; firstName: string; lastName: string };
};

/** The link of a token, of an open account; looking at it does not use it up. */
export async function findLink(db: Kysely<Tables>, token: string): Promise<FoundLink | null> {
  const found = await sql<FoundLink>`
    select l.kind, case when l.used_at is not null then 'used' when l.expires_at <= now() then 'expired' else 'open' end as state,
      json_build_object('id', u.id, 'username', u.username, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name) as user
    from account_links l join users u on u.id = l.user_id
    where l.token_hash = ${hashToken(token)} and u.closed_at is null`.execute(db);
  return found.rows[0] ?? null;
}

/** Uses it up, of a locked account: true for one of all that try, and never for one that ended. */
export async function takeLink(tx: Tx, token: string): Promise<boolean> {
  const taken = await sql`
    update account_links set used_at = now()
    where token_hash = ${hashToken(token)} and used_at is null and expires_at > now() returning id`.execute(tx);
  return taken.rows.length > 0;
}

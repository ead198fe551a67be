// Makes the link of an invitation or a reset, and accounts whose owner is invited to choose the password.
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type AccountLinkKind, linkPath } from '#contract/accounts/auth.ts';
import type { User } from '#contract/accounts/users.ts';
import type { Config } from '#server/config.ts';
import { readBrand } from '#server/db/settings/brand.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { userColumns } from '#server/db/user-names.ts';
import { accountFacts, recordAccount } from '#server/features/audit/account-acts.ts';
import { mailReady, queueMail } from '#server/features/notifications/deliveries.ts';
import { clientIp } from '#server/http/security/client-ip.ts';
import { hashPassword } from '#server/lib/secrets/password.ts';
import type { NewAccount } from './accounts.ts';
import { insertLink, type MadeLink, newSeed, tokenOf } from './link-rows.ts';
import { invitationMail } from './mail-reset.ts';

type InviteDependencies = { config: Pick<Config, 'secret' | 'brand'> };

export type RenderedMail = { seed: string; expiresAt: string; mailed: boolean };
type NewMailLink = { userId: number; kind: AccountLinkKind; seed: string };

/** Of one account so many invitations an hour are mailed; a further one is only shown, to be copied. */
const maxMailsPerHour = 3;

async function hasEnoughMails({ tx }: WriteContext, userId: number): Promise<boolean> {
  const found = await sql<{ mails: number }>`select count(*)::integer as mails from deliveries
    where user_id = ${userId} and kind = 'invitation' and created_at > now() - interval '1 hour'`.execute(tx);
  return (found.rows[0]?.mails ?? 0) >= maxMailsPerHour;
}

/** Makes a link of a locked account and mails it where that can be done. The token is in no reply that is stored. */
export async function makeLink(
  context: WriteContext,
  { config }: InviteDependencies,
  link: NewMailLink,
): Promise<RenderedMail> {
  const { userId, kind, seed } = link;
  const token = tokenOf(config.secret, seed);
  const { id, expiresAt } = (await insertLink(context.tx, { kind, userId, token })) as MadeLink;
  const mailed = kind === 'invitation' && mailReady(context) && !(await hasEnoughMails(context, userId));
  if (mailed) {
    const content = invitationMail({
      brand: (await readBrand(context.tx, config.brand)).name,
      path: linkPath(kind, token),
    });
    await queueMail(context, { to: { userId }, kind: 'invitation', content, key: `invitation ${id}` });
  }
  return { seed, expiresAt, mailed };
}

/** What nobody knows: until somebody chose a password there is none, and a check of it takes as long as any. */
export function hashOfNothing(request: FastifyRequest, username: string): Promise<string> {
  return hashPassword(randomBytes(32).toString('base64url'), { address: clientIp(request), account: username });
}

export function setInvited({ tx }: WriteContext, id: number, until: string) {
  return tx
    .updateTable('users')
    .set({ invited_until: until })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirstOrThrow();
}

/** The account, its link, and the mail where that can be sent: all of it or nothing. */
export async function addInvited(
  context: WriteContext,
  deps: InviteDependencies,
  { by, account, password }: { by: number; account: NewAccount; password: string },
): Promise<RenderedMail & { user: User }> {
  const { username, email, firstName, lastName, company = null, role } = account;
  const names = { username, email, first_name: firstName, last_name: lastName, company, role };
  const { id } = await context.tx
    .insertInto('users')
    .values({ ...names, password })
    .returning('id')
    .executeTakeFirstOrThrow();
  const link = await makeLink(context, deps, { userId: id, kind: 'invitation', seed: newSeed() });
  const user = await setInvited(context, id, link.expiresAt);
  await recordAccount(context, { by, act: 'userInvited', user, after: accountFacts(user) });
  return { user, ...link };
}

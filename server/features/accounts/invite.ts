// Makes and mails the links of invitations and resets, and accounts whose owner is invited to choose the password.

import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type AccountLinkKind, invitationDays, linkPath, resetMinutes } from '#contract/accounts/auth.ts';
import type { User } from '#contract/accounts/users.ts';
import type { Config } from '#server/config.ts';
import { readBrand } from '#server/db/settings/brand.ts';
import type { RunTransaction, WriteContext } from '#server/db/transaction.ts';
import { userColumns } from '#server/db/user-names.ts';
import { accountFacts, readAccount, recordAccount } from '#server/features/audit/account-acts.ts';
import { type MailContent, mailReady, queueMail } from '#server/features/notifications/deliveries.ts';
import { clientIp } from '#server/http/security/client-ip.ts';
import type { JobHandler } from '#server/jobs.ts';
import { hashPassword } from '#server/lib/secrets/password.ts';
import { lockAccount, type NewAccount } from './accounts.ts';
import { insertLink, type MadeLink, newSeed, tokenOf } from './link-rows.ts';

type InviteDependencies = { config: Pick<Config, 'secret' | 'brand'> };

export type RenderedMail = { seed: string; expiresAt: string; mailed: boolean };
/** `by`: who made it. */
type NewMailLink = { userId: number; kind: AccountLinkKind; seed: string; by: number };

/** Of one account so many invitations, and so many resets, an hour are mailed; a further invitation is only shown, to be copied. */
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
  const { userId, kind, seed, by } = link;
  const token = tokenOf(config.secret, seed);
  const { id, expiresAt } = (await insertLink(context.tx, { kind, userId, token })) as MadeLink;
  const mailed = kind === 'invitation' && mailReady(context) && !(await hasEnoughMails(context, userId));
  if (mailed) {
    const { name: brand } = await readBrand(context.tx, config.brand);
    const content = invitationMail({ brand, path: linkPath(kind, token) });
    await queueMail(context, { to: { userId }, kind: 'invitation', content, by, key: `invitation ${id}` });
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
  const link = await makeLink(context, deps, { userId: id, kind: 'invitation', seed: newSeed(), by });
  const user = await setInvited(context, id, link.expiresAt);
  await recordAccount(context, { by, act: 'userInvited', user, after: accountFacts(user) });
  return { user, ...link };
}

// Mails the reset link requested on the public form, if the account exists: a job, so that the form's response reveals nothing.

/** `account`: as it was typed. `address`: where it was asked from. */
export type ResetPayload = { account: string; address: string; request: string };

/** By username or e-mail; null for a closed one, for somebody who was invited and has no password yet, and after enough mails: nobody learns which. */
async function findAccount({ tx }: WriteContext, account: string): Promise<number | null> {
  const found = await sql<{ id: number }>`
    select u.id from users u
    where (lower(u.username) = lower(${account}) or lower(u.email) = lower(${account}))
      and u.closed_at is null and u.invited_until is null
      and (select count(*) from account_links l where l.user_id = u.id and l.request is not null
        and l.created_at > now() - interval '1 hour') < ${sql.lit(maxMailsPerHour)}
    order by lower(u.username) = lower(${account}) desc limit 1`.execute(tx);
  return found.rows[0]?.id ?? null;
}

type Dependencies = { write: RunTransaction; config: Pick<Config, 'secret' | 'brand'> };

/** Run twice it makes one link and one mail. */
async function mailReset(context: WriteContext, { config }: Dependencies, payload: ResetPayload): Promise<void> {
  const userId = mailReady(context) ? await findAccount(context, payload.account) : null;
  if (userId === null) return;
  await lockAccount(context.tx, userId);
  const token = tokenOf(config.secret, newSeed());
  const link = await insertLink(context.tx, { kind: 'reset', userId, token, request: payload.request });
  if (link === null) return;
  const content = resetMail({
    brand: (await readBrand(context.tx, config.brand)).name,
    path: linkPath('reset', token),
  });
  await queueMail(context, { to: { userId }, kind: 'password_reset', content, key: `reset ${link.id}` });
  await recordAccount(context, { by: null, act: 'resetRequested', user: await readAccount(context.tx, userId) });
}

export function resetMailJobs(deps: Dependencies): Record<'passwordReset', JobHandler> {
  return {
    passwordReset: {
      run(payload) {
        const asked = payload as ResetPayload;
        return deps.write({ topics: [], address: asked.address }, (context) => mailReset(context, deps, asked));
      },
    },
  };
}

// The words of the mails with one-time links.
type LinkInMail = { brand: string; path: string };

/** What an invitation says where its maker has no account any more. */
function invitationMail({ brand, path }: LinkInMail): MailContent {
  return {
    subject: `Your account at ${brand}`,
    heading: `You are invited to ${brand}`,
    paragraphs: ['An account was made for you. Choose a password, and you are in.', invitationRule],
    action: { label: 'Choose a password', path },
  };
}

const invitationRule = `The link works once, within ${invitationDays} days. If you did not expect an invitation, ignore this email.`;

function resetMail({ brand, path }: LinkInMail): MailContent {
  return {
    subject: `A new password for ${brand}`,
    heading: 'Choose a new password',
    paragraphs: [
      'Someone, most likely you, asked to set a new password.',
      `The link works once, within ${resetMinutes} minutes. If it was not you, ignore this email: your password stays as it is.`,
    ],
    action: { label: 'Set a new password', path },
  };
}

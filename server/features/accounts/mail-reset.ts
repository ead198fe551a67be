// Mails the reset link requested on the public form, if the account exists: a job, so that the form's response reveals nothing.

import { sql } from 'kysely';
import { invitationDays, linkPath, resetMinutes } from '#contract/accounts/auth.ts';
import type { Config } from '#server/config.ts';
import { readBrand } from '#server/db/settings/brand.ts';
import type { RunTransaction, WriteContext } from '#server/db/transaction.ts';
import { readAccount, recordAccount } from '#server/features/audit/account-acts.ts';
import { type MailContent, mailReady, queueMail } from '#server/features/notifications/deliveries.ts';
import type { JobHandler } from '#server/jobs.ts';
import { lockAccount } from './accounts.ts';
import { insertLink, newSeed, tokenOf } from './link-rows.ts';

/** `account`: as it was typed. `address`: where it was asked from. */
export type ResetPayload = { account: string; address: string; request: string };

/** Of one account so many an hour are mailed; nobody learns that one was left out. */
const maxMailsPerHour = 3;

/** By username or e-mail; null for a closed one, for somebody who was invited and has no password yet, and where there were several. */
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

export function invitationMail({ brand, path }: LinkInMail): MailContent {
  return {
    subject: `Your account at ${brand}`,
    heading: `You are invited to ${brand}`,
    paragraphs: [
      'An account was made for you. Choose a password, and you are in.',
      `The link works once, for ${invitationDays} days. If you expected no invitation, do nothing.`,
    ],
    action: { label: 'Choose a password', path },
  };
}

function resetMail({ brand, path }: LinkInMail): MailContent {
  return {
    subject: `A new password for ${brand}`,
    heading: 'Choose a new password',
    paragraphs: [
      'Somebody, most likely you, asked for a way to set a new password.',
      `The link works once, for ${resetMinutes} minutes. If it was not you, do nothing: your password stays as it is.`,
    ],
    action: { label: 'Set a new password', path },
  };
}

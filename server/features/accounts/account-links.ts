// Invitations and forgotten passwords: one-time links by which somebody sets a password (behaviour §15.3, §15.4).
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type AccountLinkKind, linkPath } from '#contract/accounts/auth.ts';
import type { OpenedLink } from '#contract/accounts/auth-routes.ts';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import type { Config } from '#server/config.ts';
import type { Tables } from '#server/db/schema.ts';
import { createSharedRateLimit } from '#server/db/shared-rate-limit.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { readAccount, recordAccount } from '#server/features/audit/account-acts.ts';
import { readyChannels } from '#server/features/notifications/deliveries.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import type { Logins } from '#server/http/login/login.ts';
import { clientIp, fullIp } from '#server/http/security/client-ip.ts';
import { addJob } from '#server/jobs.ts';
import { conflict, Problem } from '#server/lib/problem.ts';
import type { PasswordRules } from '#server/lib/secrets/password-rules.ts';
import { hashNewPassword, lockAccount } from './accounts.ts';
import { addInvited, hashOfNothing, makeLink, type RenderedMail, type ResetPayload, setInvited } from './invite.ts';
import { endLinks, type FoundLink, findLink, newSeed, takeLink, tokenOf } from './link-rows.ts';

type Context<Call extends keyof typeof api.accountLinks> = RequestContext<(typeof api.accountLinks)[Call]>;

type Dependencies = {
  logins: Pick<Logins, 'endAll' | 'signIn'>;
  rules: PasswordRules;
  config: Pick<Config, 'secret' | 'brand' | 'publicUrl' | 'smtp'>;
};

const refusals: Record<'used' | 'expired' | 'unknown', { status: number; message: string }> = {
  used: { status: 410, message: 'This link has already been used' },
  expired: { status: 410, message: 'This link is no longer valid: ask for a new one' },
  unknown: { status: 404, message: 'This link is not valid: check that you copied all of it' },
};

function refusal(state: keyof typeof refusals): Problem {
  return new Problem({ ...refusals[state], code: `link_${state}` });
}

/** Shown once: only its hash is kept. */
function shown({ config }: Dependencies, kind: AccountLinkKind, { seed, expiresAt, mailed }: RenderedMail) {
  return { path: linkPath(kind, tokenOf(config.secret, seed)), expiresAt, mailed };
}

async function inviteUser(deps: Dependencies, ctx: Context<'inviteUser'>) {
  const { actor, body, request, write } = ctx;
  const password = await hashOfNothing(request, body.username);
  const { user, ...made } = await write(async (context) => {
    context.events.invalidateFor({ admins: true });
    return addInvited(context, deps, { by: actor.id, account: body, password });
  });
  return { user, ...shown(deps, 'invitation', made) };
}

async function renewInvitation(deps: Dependencies, { actor, params: { id }, write }: Context<'renewInvitation'>) {
  const made = await write(async (context) => {
    await lockAccount(context.tx, id);
    const user = await readAccount(context.tx, id);
    if (!user.invitedUntil) throw conflict(`${user.firstName} ${user.lastName} already has a password`, 'not_invited');
    const link = await makeLink(context, deps, { userId: id, kind: 'invitation', seed: newSeed(), by: actor.id });
    await setInvited(context, id, link.expiresAt);
    context.events.invalidateFor({ admins: true, ids: { users: [id] } });
    await recordAccount(context, { by: actor.id, act: 'invitationRenewed', user });
    return link;
  });
  return shown(deps, 'invitation', made);
}

async function createResetLink(deps: Dependencies, { actor, params: { id }, write }: Context<'createResetLink'>) {
  const made = await write(async (context) => {
    await lockAccount(context.tx, id);
    const user = await readAccount(context.tx, id);
    if (user.invitedUntil)
      throw conflict(
        `${user.firstName} ${user.lastName} was invited and has no password yet: make a new invitation`,
        'invited',
      );
    const link = await makeLink(context, deps, { userId: id, kind: 'reset', seed: newSeed(), by: actor.id });
    await recordAccount(context, { by: actor.id, act: 'resetLinkCreated', user });
    return link;
  });
  return shown(deps, 'reset', made);
}

/** Mail can be sent: without it the public form says so, and nothing else. */
function canMail(config: Parameters<typeof readyChannels>[0]): boolean {
  return readyChannels(config).has('mail');
}

/** Each request may cost a mail, so one address gets few; whose account it names does not matter here. */
const countRequest = createSharedRateLimit<string>({
  kind: 'reset',
  max: 10,
  milliseconds: 3_600_000,
  sentence: 'Too many requests. Please try again in an hour, or ask an administrator for a link.',
});

/** The same for every name: a job looks up the account, so that neither response nor timing reveals which accounts exist. */
async function requestReset({ config }: Dependencies, { body, db, request, write }: Context<'requestReset'>) {
  if (!canMail(config)) {
    const message = 'Email is not set up here: ask an administrator for a link to set a new password';
    throw new Problem({ status: 503, code: 'mail_not_configured', message });
  }
  await countRequest(db, clientIp(request));
  // JSON in the database holds no half of a character.
  const account = Buffer.from(body.account).toString();
  const payload: ResetPayload = { account, address: fullIp(request), request: randomUUID() };
  await write(({ tx }) => addJob(tx, { kind: 'passwordReset', payload }));
  return ok;
}

/** Sets the password and uses the link up, or neither. */
async function setPassword({ logins, rules }: Dependencies, ctx: Context<'setPassword'>) {
  const { body, db, request, reply, write } = ctx;
  const link = await findLink(db, body.token);
  if (link?.state !== 'open') throw refusal(link?.state ?? 'unknown');
  const { id, ...owner } = link.user;
  const isInvitation = link.kind === 'invitation';
  const chosen = { ...owner, password: body.password, ...(isInvitation ? {} : { id }) };
  const password = await hashNewPassword(rules, { db, request }, chosen);
  const { afterCommit } = await write(async (context) => {
    await lockAccount(context.tx, id).catch((error: unknown) => {
      throw error instanceof Problem ? refusal('unknown') : error;
    });
    if (!(await takeLink(context.tx, body.token))) throw refusal('used');
    await savePassword(context, id, password);
    const user = await readAccount(context.tx, id);
    await recordAccount(context, { by: id, act: isInvitation ? 'invitationAccepted' : 'passwordReset', user });
    // Whoever holds the link may be logged in as somebody else, to whom the account is not named.
    context.events.invalidateFor({ admins: true });
    return { afterCommit: await logins.endAll(context, id) };
  });
  afterCommit?.();
  return { username: owner.username, loggedIn: isInvitation && (await logins.signIn(reply, { id, password })) };
}

/** Before the links end: they would take the invitation for one that nobody accepted. */
async function savePassword({ tx }: WriteContext, id: number, password: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password, invited_until: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  await endLinks(tx, id);
}

export function accountLinks(deps: Dependencies): Handlers<typeof api.accountLinks> {
  return {
    inviteUser: (ctx) => inviteUser(deps, ctx),
    renewInvitation: (ctx) => renewInvitation(deps, ctx),
    createResetLink: (ctx) => createResetLink(deps, ctx),
    requestReset: (ctx) => requestReset(deps, ctx),
    setPassword: (ctx) => setPassword(deps, ctx),
  };
}

/** What the page of a link says; whose it is only where it is open. */
async function openLink(
  db: Kysely<Tables>,
  { kind, token }: { kind: AccountLinkKind; token: string },
): Promise<OpenedLink> {
  const link = await findLink(db, token);
  if (link === null || link.kind !== kind) return { state: 'unknown', kind };
  const { state, user } = link as FoundLink;
  if (state !== 'open') return { state, kind };
  return { state, kind, name: `${user.firstName} ${user.lastName}`, username: user.username };
}

/** What the pages of somebody without a login say of links and mail. */
export function linkPages(db: Kysely<Tables>, config: Dependencies['config']) {
  const open = (link: Parameters<typeof openLink>[1]) => openLink(db, link);
  return { canMail: canMail(config), openLink: open };
}

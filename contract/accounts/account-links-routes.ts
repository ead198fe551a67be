// The schemas and routes of links that let somebody set a password.
import * as z from 'zod/mini';
import { ById, Instant, Ok, password, storable, trimUnseen } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import type { AccountLinkKind } from './link-paths.ts';
import { NewUser, User } from './users-routes.ts';

/** An account whose owner chooses the password. */
export const NewInvitation = z.omit(NewUser, { password: true });
export type NewInvitation = z.input<typeof NewInvitation>;

/** Shown once, to the admin who made it. */
export const AccountLink = z.object({
  /** Below the address of the product; it holds the token. */
  path: z.string(),
  expiresAt: Instant,
  /** It is on its way by mail too. */
  mailed: z.boolean(),
});
export type AccountLink = z.infer<typeof AccountLink>;

export const Invited = z.extend(AccountLink, { user: User });

const fillIn = 'Enter your username or e-mail';

/** A username or an e-mail. */
export const ResetRequest = z.object({
  account: z
    .string(fillIn)
    .check(
      trimUnseen(),
      z.minLength(1, fillIn),
      z.maxLength(255, 'Username or e-mail must be at most 255 characters'),
      storable('Username or e-mail'),
    ),
});

const badToken = 'This link is not complete';

export const LinkPassword = z.object({
  token: z.string(badToken).check(z.regex(/^[\w-]{1,100}$/, badToken)),
  password,
});

/** What became of it: an invitation logs in, a reset asks for the new password at the login. */
export const PasswordSet = z.object({ username: z.string(), loggedIn: z.boolean() });

/** What a link is good for, for its page. Of one that is not open nobody learns whose it is. */
export type OpenedLink =
  | { state: 'open'; kind: AccountLinkKind; name: string; username: string }
  | { state: 'used' | 'expired' | 'unknown' | 'unavailable'; kind: AccountLinkKind };

export const accountLinkRoutes = {
  inviteUser: {
    body: NewInvitation,
    reply: Invited,
    access: can.manageUsers,
    summary: 'Makes an account whose owner chooses the password: by a link that works once, for 7 days.',
  },
  renewInvitation: {
    params: ById,
    reply: AccountLink,
    access: can.manageUsers,
    summary: 'A new link for somebody who was invited; the former one ends.',
  },
  createResetLink: {
    params: ById,
    reply: AccountLink,
    access: can.manageUsers,
    summary: 'A link by which somebody sets a new password, once, within 30 minutes; the former one ends.',
  },
  requestReset: {
    body: ResetRequest,
    reply: Ok,
    access: 'anyone',
    summary: 'Mails a link to set a new password, if there is such an account; the answer does not tell.',
  },
  setPassword: {
    body: LinkPassword,
    reply: PasswordSet,
    access: 'anyone',
    summary: 'Sets a password by an invitation or a reset, which is used up by it.',
  },
} satisfies RouteDefinitions;

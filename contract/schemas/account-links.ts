// The schemas of links that let somebody set a password.
import * as z from 'zod/mini';
import type { AccountLinkKind } from '#contract/link-paths.ts';
import { Instant, password, storable, trimUnseen } from './fields.ts';
import { NewUser, User } from './users.ts';

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

// The schemas and routes of logging in, of one-time links, and of demo requests.
import * as z from 'zod/mini';
import {
  ById,
  Instant,
  longText,
  Ok,
  optionalText,
  paging,
  password,
  searchText,
  storable,
  text,
  trimInvisible,
} from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import type { AccountLinkKind } from './auth.ts';
import { NewUser, User } from './users-routes.ts';

const fillAll = 'Please fill in all fields';

export const Credentials = z.object({
  /** Or the e-mail address. */
  username: z.string(fillAll).check(trimInvisible(), z.minLength(1, fillAll), z.maxLength(255, fillAll)),
  password: z
    .string(fillAll)
    .check(z.minLength(1, fillAll), z.maxLength(255, 'Password must be at most 255 characters')),
});

export const NewPassword = z.object({
  currentPassword: z
    .string('Your current password is required')
    .check(
      z.minLength(1, 'Your current password is required'),
      z.maxLength(255, 'Password must be at most 255 characters'),
    ),
  newPassword: password,
});

export const authRoutes = {
  login: {
    body: Credentials,
    reply: User,
    access: 'anyone',
    summary: 'Logs in and sets the login cookie.',
  },
  logout: {
    reply: Ok,
    access: 'anyone',
    summary: 'Ends this login and its sockets.',
  },
  current: {
    reply: User,
    access: can.authenticated,
    summary: 'The person logged in.',
  },
  changePassword: {
    body: NewPassword,
    reply: Ok,
    access: can.authenticated,
    summary: 'Changes one’s own password; ends all one’s logins and gives this browser a new one.',
  },
} satisfies RouteDefinitions;

const required = 'Name, email, company, and project brief are required.';

export const NewDemoRequest = z.object({
  name: text(required, 255, 'Name'),
  email: z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, required),
      z.maxLength(255, 'Email must be at most 255 characters'),
      z.email('Valid email is required'),
    ),
  company: text(required, 255, 'Company'),
  phone: optionalText(40, 'Phone'),
  projectType: optionalText(255, 'Project type'),
  projectBrief: text(required, longText, 'The project brief'),
});

/** Every word somewhere in what was written. */
export const DemoRequestQuery = z.object({ ...paging, q: z.optional(searchText) });

export const DemoRequest = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  phone: z.nullable(z.string()),
  projectType: z.nullable(z.string()),
  projectBrief: z.string(),
  createdAt: Instant,
});

export const demoRequestRoutes = {
  createDemoRequest: {
    body: NewDemoRequest,
    reply: Ok,
    access: 'anyone',
    summary: 'Asks for a demo tour; tells the admins.',
    // A brief of 20,000 characters, each of up to three bytes.
    bodyLimit: 80 * 1024,
  },
  demoRequests: {
    query: DemoRequestQuery,
    reply: DemoRequest,
    access: can.readDemoRequests,
    summary: 'Demo requests, newest first; those that hold the words.',
  },
} satisfies RouteDefinitions;

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

const fillIn = 'Enter your username or email';

/** A username or an e-mail. */
export const ResetRequest = z.object({
  account: z
    .string(fillIn)
    .check(
      trimInvisible(),
      z.minLength(1, fillIn),
      z.maxLength(255, 'Username or email must be at most 255 characters'),
      storable('Username or email'),
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

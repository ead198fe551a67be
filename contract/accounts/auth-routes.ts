// The schemas and routes of logging in and of a new password.
import * as z from 'zod/mini';
import { Ok, password, trimUnseen } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { User } from './users-routes.ts';

const fillAll = 'Please fill in all fields';

export const Credentials = z.object({
  /** Or the e-mail address. */
  username: z.string(fillAll).check(trimUnseen(), z.minLength(1, fillAll), z.maxLength(255, fillAll)),
  password: z
    .string(fillAll)
    .check(z.minLength(1, fillAll), z.maxLength(255, 'Password must be at most 255 characters')),
});

export const NewPassword = z.object({
  currentPassword: z
    .string('Your present password is required')
    .check(
      z.minLength(1, 'Your present password is required'),
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

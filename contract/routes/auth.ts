// The routes of logging in and out, and of who one is.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { Credentials, NewPassword } from '#contract/schemas/auth.ts';
import { Ok } from '#contract/schemas/fields.ts';
import { User } from '#contract/schemas/users.ts';

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

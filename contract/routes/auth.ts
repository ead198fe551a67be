// The routes of logging in and out, and of who one is.
import * as endpoints from '#contract/auth.ts';
import { can } from '#contract/policy.ts';
import { route } from '#contract/route.ts';
import { Credentials, NewPassword } from '#contract/schemas/auth.ts';
import { Ok } from '#contract/schemas/fields.ts';
import { User } from '#contract/schemas/users.ts';

export const auth = {
  login: route(endpoints.login, {
    body: Credentials,
    reply: User,
    access: 'anyone',
    summary: 'Logs in and sets the login cookie.',
  }),
  logout: route(endpoints.logout, {
    reply: Ok,
    access: 'anyone',
    summary: 'Ends this login and its sockets.',
  }),
  current: route(endpoints.current, {
    reply: User,
    access: can.authenticated,
    summary: 'The person logged in.',
  }),
  changePassword: route(endpoints.changePassword, {
    body: NewPassword,
    reply: Ok,
    access: can.authenticated,
    summary: 'Changes one’s own password; ends all one’s logins and gives this browser a new one.',
  }),
};

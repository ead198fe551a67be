// The routes of links that let somebody set a password.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import * as schemas from '#contract/schemas/account-links.ts';
import { ById, Ok } from '#contract/schemas/fields.ts';

export const accountLinkRoutes = {
  inviteUser: {
    body: schemas.NewInvitation,
    reply: schemas.Invited,
    access: can.manageUsers,
    summary: 'Makes an account whose owner chooses the password: by a link that works once, for 7 days.',
  },
  renewInvitation: {
    params: ById,
    reply: schemas.AccountLink,
    access: can.manageUsers,
    row: 'user',
    summary: 'A new link for somebody who was invited; the former one ends.',
  },
  createResetLink: {
    params: ById,
    reply: schemas.AccountLink,
    access: can.manageUsers,
    row: 'user',
    summary: 'A link by which somebody sets a new password, once, within 30 minutes; the former one ends.',
  },
  requestReset: {
    body: schemas.ResetRequest,
    reply: Ok,
    access: 'anyone',
    summary: 'Mails a link to set a new password, if there is such an account; the answer does not tell.',
  },
  setPassword: {
    body: schemas.LinkPassword,
    reply: schemas.PasswordSet,
    access: 'anyone',
    summary: 'Sets a password by an invitation or a reset, which is used up by it.',
  },
} satisfies RouteDefinitions;

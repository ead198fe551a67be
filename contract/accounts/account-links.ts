// Links that let somebody set a password, once: invitations of new accounts, and resets of forgotten passwords.

import { post } from '#contract/core/endpoint.ts';
import type { accountLinkRoutes as routes } from './account-links-routes.ts';

export type { AccountLink } from './account-links-routes.ts';

/** How long a link works. */
export const invitationDays = 7;
export const resetMinutes = 30;

export const inviteUser = post<typeof routes.inviteUser>('/api/invitations', {
  status: 201,
  topics: ['users'],
  idempotencyKey: true,
});

export const renewInvitation = post<typeof routes.renewInvitation>('/api/users/:id/invitation', {
  status: 201,
  topics: ['users'],
  row: 'user',
  idempotencyKey: true,
});

export const createResetLink = post<typeof routes.createResetLink>('/api/users/:id/password-reset', {
  status: 201,
  topics: [],
  row: 'user',
  idempotencyKey: true,
});

export const requestReset = post<typeof routes.requestReset>('/api/password-resets', {
  status: 202,
  topics: [],
  idempotencyKey: false,
});

export const setPassword = post<typeof routes.setPassword>('/api/account-links', {
  topics: ['users'],
  idempotencyKey: false,
});

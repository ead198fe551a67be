// What people do before they have a login, and to get or end one: logging in, one-time links, demo requests.
import { get, list, post, put } from '#contract/core/endpoint.ts';
import type { accountLinkRoutes, authRoutes, demoRequestRoutes } from './auth-routes.ts';

export const login = post<typeof authRoutes.login>('/api/login', { topics: [], idempotencyKey: false });

export const logout = post<typeof authRoutes.logout>('/api/logout', { topics: [], idempotencyKey: false });

export const current = get<typeof authRoutes.current>('/api/user', { topics: ['users'] });

export const changePassword = put<typeof authRoutes.changePassword>('/api/user/password', {
  topics: ['users'],
  idempotencyKey: false,
});

// Links that let somebody set a password, once: invitations of new accounts, and resets of forgotten passwords.
export type { AccountLink } from './auth-routes.ts';

/** How long a link works. */
export const invitationDays = 7;
export const resetMinutes = 30;

export const inviteUser = post<typeof accountLinkRoutes.inviteUser>('/api/invitations', {
  status: 201,
  topics: ['users'],
  idempotencyKey: true,
});

export const renewInvitation = post<typeof accountLinkRoutes.renewInvitation>('/api/users/:id/invitation', {
  status: 201,
  topics: ['users'],
  row: 'user',
  idempotencyKey: true,
});

export const createResetLink = post<typeof accountLinkRoutes.createResetLink>('/api/users/:id/password-reset', {
  status: 201,
  topics: [],
  row: 'user',
  idempotencyKey: true,
});

export const requestReset = post<typeof accountLinkRoutes.requestReset>('/api/password-resets', {
  status: 202,
  topics: [],
  idempotencyKey: false,
});

export const setPassword = post<typeof accountLinkRoutes.setPassword>('/api/account-links', {
  topics: ['users'],
  idempotencyKey: false,
});

/** Where a link leads; the token follows. Logs and caches keep nothing of what stands behind these. */
export const linkPaths = { invitation: '/invite', reset: '/reset' } as const;
export type AccountLinkKind = keyof typeof linkPaths;

export function linkPath(kind: AccountLinkKind, token: string): string {
  return `${linkPaths[kind]}/${token}`;
}

/** The kind and token of a path; null for any other path. */
export function parseLinkPath(path: string): { kind: AccountLinkKind; token: string } | null {
  const [, start, token] = /^(\/\w+)\/([\w-]{1,100})$/.exec(path) ?? [];
  const kind = (Object.keys(linkPaths) as AccountLinkKind[]).find((one) => linkPaths[one] === start);
  return kind && token ? { kind, token } : null;
}

// The landing page's demo requests: stored, so that no lead is lost (behaviour §10.7).
export const createDemoRequest = post<typeof demoRequestRoutes.createDemoRequest>('/api/demo-requests', {
  status: 201,
  topics: ['demoRequests', 'notifications'],
  idempotencyKey: true,
});

export const demoRequests = list<typeof demoRequestRoutes.demoRequests>('/api/demo-requests', {
  topics: ['demoRequests'],
});

// Logging in and out, and who one is: the calls that the login cookie hangs on.

import { get, post, put } from '#contract/core/endpoint.ts';
import type { authRoutes as routes } from './auth-routes.ts';

export const login = post<typeof routes.login>('/api/login', { topics: [], idempotencyKey: false });

export const logout = post<typeof routes.logout>('/api/logout', { topics: [], idempotencyKey: false });

export const current = get<typeof routes.current>('/api/user', { topics: ['users'] });

export const changePassword = put<typeof routes.changePassword>('/api/user/password', {
  topics: ['users'],
  idempotencyKey: false,
});

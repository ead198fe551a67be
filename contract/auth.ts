// Logging in and out, and who one is: the calls that the login cookie hangs on.
import type { Credentials, NewPassword } from '#contract/schemas/auth.ts';
import type { Ok } from '#contract/schemas/fields.ts';
import type { User } from '#contract/schemas/users.ts';
import { get, post, put } from './endpoint.ts';

export const login = post<{ body: typeof Credentials; reply: typeof User }>('/api/login');

export const logout = post<{ reply: typeof Ok }>('/api/logout');

export const current = get<{ reply: typeof User }>('/api/user', { topics: ['users'] });

export const changePassword = put<{ body: typeof NewPassword; reply: typeof Ok }>('/api/user/password', {
  topics: ['users'],
});

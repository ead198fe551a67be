// Logging in and out, and who one is: the calls that the login cookie hangs on.
import * as z from 'zod/mini';
import { Ok } from './fields.ts';
import { can } from './policy.ts';
import { get, post, put } from './route.ts';
import { User } from './users.ts';

const fillAll = 'Please fill in all fields';

export const Credentials = z.object({
  username: z.string(fillAll).check(z.trim(), z.minLength(1, fillAll), z.maxLength(255, fillAll)),
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
  newPassword: z
    .string('Password must be at least 6 characters')
    .check(
      z.minLength(6, 'Password must be at least 6 characters'),
      z.maxLength(255, 'Password must be at most 255 characters'),
    ),
});

export const login = post('/api/login', {
  body: Credentials,
  reply: User,
  may: 'anyone',
  says: 'Logs in and sets the login cookie.',
});

export const logout = post('/api/logout', { reply: Ok, may: 'anyone', says: 'Ends this login and its sockets.' });

export const current = get('/api/user', {
  reply: User,
  may: can.authenticated,
  topics: ['users'],
  says: 'The person logged in.',
});

export const changePassword = put('/api/user/password', {
  body: NewPassword,
  reply: Ok,
  may: can.authenticated,
  topics: ['users'],
  says: 'Changes one’s own password; ends all one’s logins and gives this browser a new one.',
});

// The schemas of logging in and of a new password.
import * as z from 'zod/mini';
import { password, trimUnseen } from './fields.ts';

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

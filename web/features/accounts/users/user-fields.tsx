// An account as an admin fills it in: its fields, the body that they become, and what the server says against them.

import type { UseFormReturn } from 'react-hook-form';
import { roleLabels, type User } from '#contract/accounts/users.ts';
import { type Role, roles } from '#contract/policy.ts';
import { PasswordField } from '#web/features/accounts/fields/password-field.tsx';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/page/toast.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';

// What the account dialogs hold while an admin types, the body it becomes, and whose name or address was taken already.

/** The role that an account has unless another is chosen (behaviour §10.8). */
export const newUser = {
  username: '',
  password: '',
  firstName: '',
  lastName: '',
  email: '',
  role: 'photographer' as Role,
  company: '',
};
export type UserDraft = typeof newUser;

export function draftOf({ username, firstName, lastName, email, role, company }: User): UserDraft {
  return { username, password: '', firstName, lastName, email: email ?? '', role, company: company ?? '' };
}

/** Only clients have a company; of others it is not sent, so that nothing is lost when a role changes back. */
export function toNewUser({ company, ...rest }: UserDraft) {
  return rest.role === 'client' ? { ...rest, company } : rest;
}

/** The invited person chooses the password. */
export function toInvitation(draft: UserDraft) {
  const { password: _, ...rest } = toNewUser(draft);
  return rest;
}

/** An empty password is left out: the present one stays (behaviour §8.3). */
export function toUserEdit(draft: UserDraft) {
  const { password, ...rest } = toNewUser(draft);
  return password === '' ? rest : { ...rest, password };
}

type Taken = { field: 'username' | 'email'; sentence: string };

/** The specified sentence for a username or address that somebody has (behaviour §9.2); by the answer's code where it has one. */
export function takenFieldOf(
  error: Pick<ApiError, 'code' | 'message'>,
  { username, email }: UserDraft,
): Taken | undefined {
  const name: Taken = {
    field: 'username',
    sentence: `Username ${username.trim()} is already taken. Please choose a different username.`,
  };
  const address: Taken = {
    field: 'email',
    sentence: `Email ${email.trim()} is already registered. Please use a different email address.`,
  };
  if (error.code === 'username_taken') return name;
  if (error.code === 'email_taken') return address;
  if (error.code !== undefined) return undefined;
  const message = error.message.toLowerCase();
  if (message.includes('email') && message.includes('already exists')) return address;
  return /duplicate key|username|already exists/.test(message) ? name : undefined;
}

export const userLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  username: 'Username',
  email: 'Email',
  role: 'Role',
  company: 'Company',
};
export const inWords = (path: string, value: unknown) => (path === 'role' ? roleLabels[value as Role] : undefined);

/** A taken name or address: beside the field and in a toast; true when that was it. */
export function showTaken(error: ApiError, form: UseFormReturn<UserDraft>, title: string): boolean {
  const taken = takenFieldOf(error, form.getValues());
  if (!taken) return false;
  form.setError(taken.field, { type: 'server', message: taken.sentence }, { shouldFocus: true });
  toastFailure(title, taken.sentence);
  return true;
}

type UserFieldsProps = {
  form: UseFormReturn<UserDraft>;
  /** `kept`: of an account that is there already it may stay. `none`: its owner chooses it. */
  password: 'new' | 'kept' | 'none';
};

export function UserFields({ form, password }: UserFieldsProps) {
  const { register, watch } = form;
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="First Name" error={errors.firstName?.message}>
        <Input autoComplete="off" {...register('firstName')} />
      </Field>
      <Field label="Last Name" error={errors.lastName?.message}>
        <Input autoComplete="off" {...register('lastName')} />
      </Field>
      <Field label="Username" error={errors.username?.message}>
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} {...register('username')} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="off" {...register('email')} />
      </Field>
      {password !== 'none' && (
        <PasswordField
          label="Password"
          optional={password === 'kept'}
          hint={password === 'kept' ? 'Leave empty to keep the current one' : 'At least 6 characters'}
          error={errors.password?.message}
          chosen={watch('password')}
          input={{ autoComplete: 'new-password', ...register('password') }}
        />
      )}
      <Field label="Role" error={errors.role?.message}>
        <Select {...register('role')}>
          <Options of={roles} label={(role) => roleLabels[role]} />
        </Select>
      </Field>
      {watch('role') === 'client' && (
        <Field label="Company" optional error={errors.company?.message} className="sm:col-span-2">
          <Input autoComplete="off" {...register('company')} />
        </Field>
      )}
    </div>
  );
}

// The fields of an account as an admin fills them in, and what the server says against them.
import type { UseFormReturn } from 'react-hook-form';
import { roleLabels } from '#contract/accounts/users.ts';
import { type Role, roles } from '#contract/policy.ts';
import { PasswordField } from '#web/features/accounts/fields/password-field.tsx';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/page/toast.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { takenFieldOf, type UserDraft } from './user-draft.ts';

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

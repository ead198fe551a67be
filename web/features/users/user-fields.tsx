// The fields of an account, shared by Create User and Edit User Account.
import type { UseFormReturn } from 'react-hook-form';
import { roles } from '#contract/policy.ts';
import { roleLabels } from '#contract/users.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Options, Select } from '#web/ui/select.tsx';
import { PasswordField } from './password-field.tsx';
import type { UserDraft } from './user-draft.ts';

type UserFieldsProps = {
  form: UseFormReturn<UserDraft>;
  /** An account that is there already: its password may stay. */
  exists: boolean;
};

export function UserFields({ form, exists }: UserFieldsProps) {
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
      <PasswordField
        label="Password"
        optional={exists}
        hint={exists ? 'Leave empty to keep the current one' : 'At least 6 characters'}
        error={errors.password?.message}
        input={{ autoComplete: 'new-password', ...register('password') }}
      />
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

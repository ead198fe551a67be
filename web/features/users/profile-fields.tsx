// The fields of a profile.
import type { UseFormReturn } from 'react-hook-form';
import type { Role } from '#contract/policy.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import type { ProfileDraft } from './profile-draft.ts';

export function ProfileFields({ form, role }: { form: UseFormReturn<ProfileDraft>; role: Role }) {
  const { register } = form;
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="First Name" error={errors.firstName?.message}>
        <Input autoComplete="given-name" {...register('firstName')} />
      </Field>
      <Field label="Last Name" error={errors.lastName?.message}>
        <Input autoComplete="family-name" {...register('lastName')} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="email" {...register('email')} />
      </Field>
      <Field label="Phone" optional error={errors.phone?.message}>
        <Input type="tel" autoComplete="tel" {...register('phone')} />
      </Field>
      {role === 'client' && (
        <Field label="Company" optional error={errors.company?.message} className="sm:col-span-2">
          <Input autoComplete="organization" {...register('company')} />
        </Field>
      )}
      <Field label="Bio" optional error={errors.bio?.message} className="sm:col-span-2">
        <Textarea rows={4} {...register('bio')} />
      </Field>
    </div>
  );
}

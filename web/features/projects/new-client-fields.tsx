// The client of a new project who has no account yet: name and e-mail, and how they will log in.
import { notificationPreferences } from '#contract/notifications/notification-preferences.ts';
import { PasswordField } from '#web/features/accounts/fields/password-field.tsx';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import type { ProjectForm } from './project-fields.tsx';

export function NewClientSwitch({ form: { register } }: { form: ProjectForm }) {
  return (
    <Checkbox
      label="Somebody without an account yet"
      hint="Their account is made together with the project."
      {...register('isNewClient')}
    />
  );
}

/** Beside its field; true where that was it. The e-mail is the username too. */
export function showTakenEmail({ code }: ApiError, form: ProjectForm): boolean {
  if (code !== 'email_taken' && code !== 'username_taken') return false;
  const email = form.getValues('client.email')?.trim();
  const message = `Email ${email} is already registered. Choose them as the client, or use a different email address.`;
  form.setError('client.email', { type: 'server', message }, { shouldFocus: true });
  return true;
}

export function NewClientFields({ form: { register, formState, watch } }: { form: ProjectForm }) {
  const errors = formState.errors.client;
  const mailReady = useApiQuery(notificationPreferences, {}).data?.mailReady;
  return (
    <fieldset className="grid gap-3 rounded-control border border-line p-3 sm:col-span-2 sm:grid-cols-2">
      <legend className="px-1 font-medium">New client</legend>
      <Field label="First Name" error={errors?.firstName?.message}>
        <Input autoComplete="off" {...register('client.firstName')} />
      </Field>
      <Field label="Last Name" error={errors?.lastName?.message}>
        <Input autoComplete="off" {...register('client.lastName')} />
      </Field>
      <Field label="Email" error={errors?.email?.message} hint="They log in with it.">
        <Input type="email" autoComplete="off" {...register('client.email')} />
      </Field>
      <Field label="Company" optional error={errors?.company?.message}>
        <Input autoComplete="off" {...register('client.company')} />
      </Field>
      {mailReady && (
        <p className="text-muted text-sm sm:col-span-2">
          They are invited by mail and choose their own password, by a link that works once, for 7 days.
        </p>
      )}
      {mailReady === false && (
        <div className="sm:col-span-2">
          <PasswordField
            label="Password"
            hint="No mail is sent from here: tell it to them yourself."
            error={formState.errors.password?.message}
            chosen={watch('password')}
            input={{ autoComplete: 'new-password', ...register('password') }}
          />
        </div>
      )}
    </fieldset>
  );
}

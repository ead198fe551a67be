// 'Create New Project'.

import { X } from 'lucide-react';
import { useController } from 'react-hook-form';
import { notificationPreferences } from '#contract/notifications/notification-preferences.ts';
import { createProject } from '#contract/projects/endpoints.ts';
import { PasswordField } from '#web/features/accounts/fields/password-field.tsx';
import { PersonChoice } from '#web/features/sessions/filters/choices.tsx';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useSubmit } from '#web/lib/forms/use-submit.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { IconButton } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { newProject, newProjectResolver, type ProjectDraft, toNewBody } from './project-draft.ts';
import { MultiSite, PersonName, ProjectFields, type ProjectForm, SiteFields, setMultiSite } from './project-fields.tsx';

export function CreateProjectDialog(control: DialogControl) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<ProjectDraft>({
    owner: person.id,
    name: 'new project',
    initial: { values: newProject },
    resolver: newProjectResolver,
    secret: ['password'],
  });
  const { form } = draft;
  const create = useSubmit(createProject, draft, {
    successToast: 'Project created successfully',
    errorToast: 'Failed to create project',
    onRefused: (error) => showTakenEmail(error, form),
    onSaved: () => control.onOpenChange(false),
  });
  return (
    <FormDialog
      {...control}
      size="lg"
      title="Create New Project"
      onSubmit={form.handleSubmit((values) => create.run({ body: toNewBody(values) }))}
      submitLabel="Create Project"
      pending={create.isPending}
      pendingLabel="Creating..."
    >
      <DraftNotes draft={draft} />
      <ProjectFields form={form} newClient={form.watch('isNewClient') && <NewClientFields form={form} />} />
      <NewClientSwitch form={form} />
      <MultiSite form={form} onChange={(checked) => setMultiSite(form, checked)} />
      {form.watch('multiSite') ? <SiteFields form={form} scrolls={false} /> : <CrewFields form={form} />}
    </FormDialog>
  );
}

// The crew of a new project without sites: photographers, found by typing, who become its members.
function CrewFields({ form: { control, formState } }: { form: ProjectForm }) {
  const { field } = useController({ control, name: 'crew' });
  const crew = field.value ?? [];
  const add = (id: number) => crew.includes(String(id)) || field.onChange([...crew, String(id)]);
  return (
    <div className="grid gap-2">
      <Field
        label="Crew"
        optional
        error={formState.errors.crew?.message}
        hint="Photographers who may submit sessions here from the start. More can be added in Members later."
      >
        <PersonChoice
          ref={field.ref}
          onBlur={field.onBlur}
          value={undefined}
          onChange={(id) => id !== undefined && add(id)}
          none="Add a photographer"
          among={{ role: 'photographer' }}
        />
      </Field>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {crew.map((id) => (
          <li
            key={id}
            className="inline-flex max-w-full items-center rounded-full border border-line-strong bg-surface pl-3 text-sm"
          >
            <span className="wrap-anywhere">
              <PersonName id={Number(id)} known={[]} />
            </span>
            <IconButton
              size="sm"
              label="Remove from the crew"
              icon={X}
              onClick={() => field.onChange(crew.filter((one) => one !== id))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

// The client of a new project who has no account yet: name and e-mail, and how they will log in.
function NewClientSwitch({ form: { register } }: { form: ProjectForm }) {
  return (
    <Checkbox
      label="Somebody without an account yet"
      hint="Their account is created together with the project."
      {...register('isNewClient')}
    />
  );
}

/** Beside its field; true where that was it. The e-mail is the username too. */
function showTakenEmail({ code }: ApiError, form: ProjectForm): boolean {
  if (code !== 'email_taken' && code !== 'username_taken') return false;
  const email = form.getValues('client.email')?.trim();
  const message = `Email ${email} is already registered. Choose them as the client, or use a different email address.`;
  form.setError('client.email', { type: 'server', message }, { shouldFocus: true });
  return true;
}

function NewClientFields({ form: { register, formState, watch } }: { form: ProjectForm }) {
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
          They are invited by email and choose their own password with a link that works once, within 7 days.
        </p>
      )}
      {mailReady === false && (
        <div className="sm:col-span-2">
          <PasswordField
            label="Password"
            hint="Email is not set up here: give them the password yourself."
            error={formState.errors.password?.message}
            chosen={watch('password')}
            input={{ autoComplete: 'new-password', ...register('password') }}
          />
        </div>
      )}
    </fieldset>
  );
}

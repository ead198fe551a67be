// The form of a project, shared by Create and Edit.
import { type ReactNode, useId } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { type Project, projectStatuses, projectStatusLabels } from '#contract/projects/endpoints.ts';
import { FormPersonChoice } from '#web/features/sessions/filters/form-choices.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { clientLabel } from './person-name.tsx';
import { newSite, type ProjectDraft } from './project-draft.ts';

export type ProjectForm = UseFormReturn<ProjectDraft>;
type ProjectFieldsProps = {
  form: ProjectForm;
  /** The client it has: stays a choice when their account was closed. */
  client?: Project['client'] | undefined;
  /** Where somebody becomes the client who has no account yet: instead of the choice. */
  newClient?: ReactNode;
};

export function ProjectFields({ form: { control, register, formState }, client, newClient }: ProjectFieldsProps) {
  const { errors } = formState;
  return (
    <>
      <Field label="Project Name" error={errors.project?.name?.message}>
        <Input autoComplete="off" {...register('project.name')} />
      </Field>
      <Field label="Description" optional error={errors.project?.description?.message}>
        <Textarea rows={3} {...register('project.description')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        {newClient || (
          <Field label="Client" error={errors.project?.clientId?.message}>
            <FormPersonChoice
              control={control}
              name="project.clientId"
              none="Select a client"
              among={{ role: 'client' }}
              label={clientLabel}
              known={client && [client]}
            />
          </Field>
        )}
        <Field label="Status" error={errors.project?.status?.message}>
          <Select {...register('project.status')}>
            <Options of={projectStatuses} label={(status) => projectStatusLabels[status]} />
          </Select>
        </Field>
      </div>
    </>
  );
}

/** A project that becomes multi-site begins with one site to fill in. */
export function setMultiSite(form: ProjectForm, checked: boolean): void {
  form.setValue('multiSite', checked, { shouldDirty: true });
  if (checked && form.getValues('sites').length === 0) form.setValue('sites', [newSite]);
}

type MultiSiteProps = {
  form: ProjectForm;
  /** Ticked or unticked; the caller may ask first. */
  onChange: (checked: boolean) => void;
  /** Why it cannot be changed. */
  locked?: string | undefined;
};

export function MultiSite({ form, onChange, locked }: MultiSiteProps) {
  const id = useId();
  return (
    <Controller
      control={form.control}
      name="multiSite"
      render={({ field }) => (
        <Checkbox
          id={id}
          label="Multi-site project"
          hint={locked ?? 'The project has several construction sites, each with its own photographer.'}
          checked={field.value}
          disabled={locked !== undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
      )}
    />
  );
}

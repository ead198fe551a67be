// The form of a project and its sites, shared by Create and Edit.
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Controller, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { getUser } from '#contract/accounts/users.ts';
import { type Project, projectStatuses, projectStatusLabels } from '#contract/projects/endpoints.ts';
import type { Choosable } from '#web/features/sessions/filters/choices.tsx';
import { FormPersonChoice } from '#web/features/sessions/filters/form-choices.tsx';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { nameAmong } from '#web/lib/format/format.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
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
      <Checkbox
        label="Ask for a visit code"
        hint="One picture of each visit shows four letters that the photographer gets that day; the reviewer checks for them."
        {...register('project.visitCodes')}
      />
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

// How the people of a project are named in its forms.

/** 'Amaka Okafor – Okafor Estates', or 'No company' (behaviour §10.8). */
export function clientLabel(client: Choosable, among: readonly Choosable[]): string {
  return `${nameAmong(client, among)} – ${client.company || 'No company'}`;
}

type PersonNameProps = {
  id: number;
  known: readonly Choosable[];
  label?: (person: Choosable, among: readonly Choosable[]) => string;
};

/** The name of somebody of whom a form has the id. */
export function PersonName({ id, known, label = nameAmong }: PersonNameProps) {
  const here = known.find((person) => person.id === id);
  const { data, error } = useApiQuery(getUser, { params: { id } }, { enabled: !here });
  const person = here ?? data;
  if (person) return label(person, known);
  return error ? 'No longer available' : '…';
}

// The sites of a project in its form: one row each, added and taken away.
type SiteFieldsProps = {
  form: ProjectForm;
  /** The list scrolls in itself, at most 60 units high (behaviour §10.8); not on phones, where it would fight the scroll of the dialog. */
  scrolls: boolean;
  /** Photographers that sites have and that may be no choice any more, such as closed accounts. */
  known?: readonly Choosable[];
};

export function SiteFields({ form, scrolls, known = [] }: SiteFieldsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'sites', keyName: 'key' });
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-2 font-semibold">Construction Sites</legend>
      <ol
        className={classNames(
          'grid grid-cols-1 gap-3',
          scrolls && 'sm:max-h-60 sm:overflow-y-auto sm:overscroll-contain',
        )}
      >
        {fields.map((field, index) => (
          <li key={field.key}>
            <SiteRow form={form} index={index} known={known} onRemove={() => remove(index)} />
          </li>
        ))}
      </ol>
      {fields.length === 0 && <p className="text-muted">No sites yet: sessions are recorded for the whole project.</p>}
      <Button icon={Plus} className="justify-self-start" onClick={() => append(newSite)}>
        Add Site
      </Button>
    </fieldset>
  );
}

type SiteRowProps = {
  form: ProjectForm;
  index: number;
  known: readonly Choosable[];
  onRemove: () => void;
};

function SiteRow({ form: { control, register, formState }, index, known, onRemove }: SiteRowProps) {
  const errors = formState.errors.sites?.[index];
  return (
    <div className="grid gap-3 rounded-control border border-line p-3 sm:grid-cols-2">
      <div className="flex items-center justify-between sm:col-span-2">
        <span className="font-medium text-muted text-sm">Site {index + 1}</span>
        <IconButton size="sm" label={`Remove site ${index + 1}`} icon={Trash2} onClick={onRemove} />
      </div>
      <Field label="Site Name" error={errors?.name?.message}>
        <Input autoComplete="off" {...register(`sites.${index}.name`)} />
      </Field>
      <Field label="Photographer" error={errors?.photographerId?.message}>
        <FormPersonChoice
          control={control}
          name={`sites.${index}.photographerId`}
          none="Select a photographer"
          among={{ role: 'photographer' }}
          known={known}
        />
      </Field>
      <Field label="Location" optional error={errors?.location?.message}>
        <Input autoComplete="off" {...register(`sites.${index}.location`)} />
      </Field>
      <Field label="Latitude" optional error={errors?.latitude?.message}>
        <Input autoComplete="off" placeholder="6.4281" {...register(`sites.${index}.latitude`)} />
      </Field>
      <Field label="Longitude" optional error={errors?.longitude?.message}>
        <Input autoComplete="off" placeholder="3.4219" {...register(`sites.${index}.longitude`)} />
      </Field>
      <Field label="Site Description" className="sm:col-span-2" optional error={errors?.description?.message}>
        <Input autoComplete="off" {...register(`sites.${index}.description`)} />
      </Field>
    </div>
  );
}

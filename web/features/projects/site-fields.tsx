// The sites of a project in its form: one row each, added and taken away.
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { FormPersonChoice } from '#web/features/sessions/filters/form-choices.tsx';
import type { Choosable } from '#web/features/sessions/filters/person-choice.tsx';
import { classNames } from '#web/lib/format/class-names.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { newSite } from './project-draft.ts';
import type { ProjectForm } from './project-fields.tsx';

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

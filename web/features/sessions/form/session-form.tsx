// The form of a session, shared by Create and Edit: project and site, capture date, media links, then what may be left out.
import type { ComponentProps } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { deliverableFields, phases, sessionFields } from '#contract/core/session-fields.ts';
import { fieldOfKind } from '#contract/media/endpoints.ts';
import { UploadPart } from '#web/features/uploads/panel/upload-part.tsx';
import { phaseLabel } from '#web/lib/format/format.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { FormCoverage } from './form-coverage.tsx';
import { LinkField } from './link-field.tsx';
import { PasteLinks } from './paste-links.tsx';
import { ProjectSiteFields } from './project-site-fields.tsx';
import type { SessionDraft } from './session-draft.ts';

type Part = { register: UseFormRegister<SessionDraft>; errors: FieldErrors<SessionDraft> };

const media = [
  ['drone', 'Drone Photos', 'Folder or photo on Google Drive'],
  ['indoor', 'Indoor Photos', 'Folder or photo on Google Drive'],
  ['videos', 'Videos', 'YouTube, Vimeo, Google Drive or a film file'],
  ['tour360', '360° Virtual Tour Link', 'Matterport, Kuula, CloudPano and the like'],
  ['orthomosaic', 'Orthomosaic/Map View', 'Map link, GeoTIFF or folder'],
] as const;

type SessionFieldsProps = ComponentProps<typeof ProjectSiteFields> & Pick<LinkFieldsProps, 'choose'>;

export function SessionFields({ choose, ...props }: SessionFieldsProps) {
  const { register, watch, formState } = props.form;
  const part = { register, errors: formState.errors };
  return (
    <>
      <ProjectSiteFields {...props} />
      <Field label="Capture Date" error={part.errors.captureDate?.message}>
        <Input type="date" {...register('captureDate')} />
      </Field>
      <LinkFields {...part} values={watch()} choose={choose} />
      <PlanFields {...part} />
      <NotesField {...part} />
    </>
  );
}

/** Planned date and phase. */
function PlanFields({ register, errors }: Part) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Scheduled date" optional error={errors.scheduledDate?.message}>
        <Input type="date" {...register('scheduledDate')} />
      </Field>
      <Field label="Phase" optional error={errors.phase?.message}>
        <Select {...register('phase')}>
          <option value="">No phase</option>
          <Options of={phases} label={phaseLabel} />
        </Select>
      </Field>
    </div>
  );
}

type LinkFieldsProps = Part & { values: SessionDraft; choose: (name: keyof SessionDraft, value: string) => void };

/** The five media links and the three deliverables; each says at once what its link was taken for. */
function LinkFields({ register, errors, values, choose }: LinkFieldsProps) {
  return (
    <>
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-semibold">Media Links</legend>
        <p className="-mt-2 text-muted text-sm">
          Media stays where it is. Share it as “Anyone with the link”, which makes it public to anyone with the link.
        </p>
        <PasteLinks values={values} choose={choose} />
        {media.map(([kind, label, hint]) => {
          const name = fieldOfKind[kind];
          return (
            <LinkField
              key={name}
              label={label}
              hint={hint}
              value={values[name]}
              error={errors[name]?.message}
              input={register(name)}
              where={{ projectId: values.projectId, siteId: values.siteId, kind }}
            >
              <UploadPart
                label={label}
                link={values[name]}
                onLink={(link) => choose(name, link)}
                visit={{ ...values, onCaptureDate: (day) => choose('captureDate', day) }}
              />
            </LinkField>
          );
        })}
        <FormCoverage values={values} />
      </fieldset>
      <details className="group rounded-control border border-line">
        <summary className="cursor-pointer px-4 py-3 font-semibold">Deliverables</summary>
        <div className="grid gap-4 px-4 pb-4">
          {deliverableFields.map((name) => (
            <Field key={name} label={sessionFields[name].label} optional error={errors[name]?.message}>
              <Input type="url" inputMode="url" placeholder="https://" {...register(name)} />
            </Field>
          ))}
        </div>
      </details>
    </>
  );
}

function NotesField({ register, errors }: Part) {
  return (
    <Field label="Notes" optional error={errors.notes?.message}>
      <Textarea
        rows={4}
        placeholder="What was done, what to look at, what was different this time"
        {...register('notes')}
      />
    </Field>
  );
}

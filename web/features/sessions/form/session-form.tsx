// The form of a session, shared by Create and Edit: project and site, capture date, media links, then the optional fields.
import { CircleCheck, Crosshair, TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { deliverableFields, phases, sessionFields } from '#contract/core/session-fields.ts';
import { fieldOfKind, type LinkCheck, privateLink } from '#contract/media/endpoints.ts';
import { UploadPart } from '#web/features/uploads/panel/upload-part.tsx';
import { coverageSentence } from '#web/features/viewpoints/visit-coverage.tsx';
import { count, phaseLabel } from '#web/lib/format/format.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { Picture } from '#web/ui/display/picture.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type LinkLabel, type LinkPlace, useLinkCheck, useLinkChecks } from './link-check.ts';
import { PasteLinks } from './paste-links.tsx';
import { ProjectSiteFields } from './project-site-fields.tsx';
import type { SessionDraft } from './session-draft.ts';
import { VisitCode } from './visit-code.tsx';

type Part = { register: UseFormRegister<SessionDraft>; errors: FieldErrors<SessionDraft> };

const media = [
  ['drone', 'Drone Photos', 'Folder or photo on Google Drive'],
  ['indoor', 'Indoor Photos', 'Folder or photo on Google Drive'],
  ['videos', 'Videos', 'YouTube, Vimeo, Google Drive or a video file'],
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
      <VisitCode projectId={watch('projectId')} day={watch('captureDate')} />
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

/** The five media links and the three deliverables; each shows at once what its link was recognised as. */
function LinkFields({ register, errors, values, choose }: LinkFieldsProps) {
  return (
    <>
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-semibold">Media Links</legend>
        <p className="-mt-2 text-muted text-sm">
          Media stays where it is. Share it as “Anyone with the link”; whoever has the link can then open it.
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

// How many links of the session form are checked, and which viewpoints of the site they cover by file name.

/** It only warns; submitting stays possible. */
function FormCoverage({ values }: { values: SessionDraft }) {
  const checks = useLinkChecks(values);
  const progress = linkProgress(checks);
  return (
    <>
      {progress && <p className="text-muted text-sm tabular-nums">{progress}</p>}
      <Covered viewpoints={coveredByAny(checks.map((each) => each?.coverage ?? []))} />
    </>
  );
}

function Covered({ viewpoints }: { viewpoints: CoveredViewpoint[] }) {
  const sentence = coverageSentence(viewpoints);
  if (!sentence) return null;
  const isMissing = viewpoints.some(({ isCovered }) => !isCovered);
  return (
    <Notice tone={isMissing ? 'yellow' : 'grey'} icon={isMissing ? TriangleAlert : Crosshair} role="status">
      <span className="tabular-nums">{sentence}</span>
      {isMissing && (
        <span className="block text-sm">Matched by file name. More may be found once the pictures are analysed.</span>
      )}
    </Notice>
  );
}

// How many links of a form are checked, in one line.
type Found = Pick<LinkCheck, 'problem'> | undefined;

/** Undefined for a link that is still being checked; null if there are no links. */
export function linkProgress(checks: readonly Found[]): string | null {
  if (checks.length === 0) return null;
  const known = checks.filter((each) => each !== undefined);
  const hidden = known.filter(({ problem }) => problem === privateLink).length;
  const others = known.filter(({ problem }) => problem !== null).length - hidden;
  return [
    `${known.length} of ${count(checks.length, 'link')} checked`,
    hidden > 0 && `${hidden} private`,
    others > 0 && `${others} with a problem`,
  ]
    .filter(Boolean)
    .join(' · ');
}

// A field for a media link that says at once what the link was recognized as, shows its first pictures, and what is wrong with it.
type LinkFieldProps = {
  label: string;
  hint: string;
  value: string;
  error: string | undefined;
  input: ComponentProps<'input'>;
  where: LinkPlace;
  /** Another way to fill it. */
  children?: ReactNode;
};

export function LinkField({ label, hint, value, error, input, where, children }: LinkFieldProps) {
  const { info, checking } = useLinkCheck(value, where);
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field
        label={label}
        optional
        // There before it changes, so that a change is read aloud.
        hint={<span aria-live="polite">{info ? <LinkInfo info={info} /> : hint}</span>}
        error={error}
      >
        <Input type="url" inputMode="url" placeholder="https://" autoComplete="off" {...input} />
      </Field>
      {info?.pictures && where.projectId !== '' && <Strip pictures={info.pictures} checking={checking} />}
      {children}
    </div>
  );
}

function LinkInfo({ info: { known, text, problem } }: { info: LinkLabel }) {
  const good = known && problem === null;
  const Icon = good ? CircleCheck : TriangleAlert;
  return (
    <span className="inline-flex items-start gap-1.5">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${good ? 'text-green-ink' : 'text-yellow-ink'}`} />
      <span className="wrap-anywhere">
        {text}
        {problem && <span className="block text-yellow-ink">{problem}</span>}
      </span>
    </span>
  );
}

/** As high with pictures as without, so that nothing moves below it when they come. */
function Strip({ pictures, checking }: { pictures: string[]; checking: boolean }) {
  if (checking) {
    return (
      <SkeletonList count={4} className="flex h-12 gap-2">
        <Skeleton className="size-12" />
      </SkeletonList>
    );
  }
  if (pictures.length === 0) return null;
  return (
    <div aria-hidden="true" className="flex h-12 gap-2">
      {pictures.map((picture) => (
        <span key={picture} className="w-12 overflow-hidden rounded-control">
          <Picture alt="" small={picture} ratio="1/1" fallback={<span />} priority />
        </span>
      ))}
    </div>
  );
}

type CoveredViewpoint = { position: number; name: string; isCovered: boolean };

/** The viewpoints of a site, each covered where any of several links covers it. */
export function coveredByAny(links: readonly (readonly CoveredViewpoint[])[]): CoveredViewpoint[] {
  const viewpoints = new Map<number, CoveredViewpoint>();
  for (const each of links.flat()) {
    const isCovered = each.isCovered || (viewpoints.get(each.position)?.isCovered ?? false);
    viewpoints.set(each.position, { ...each, isCovered });
  }
  return [...viewpoints.values()].sort((one, other) => one.position - other.position);
}

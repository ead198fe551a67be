// 'Plan visit' and 'Change planned visit': day, place, photographer and note, kept as a draft until they are saved.
import type { UseFormReturn } from 'react-hook-form';
import { formatDate } from '#contract/core/day-words.ts';
import { editPlannedVisit, type PlannedVisit, planVisit } from '#contract/planned-visits/endpoints.ts';
import { NewPlannedVisit, PlannedVisitEdit } from '#contract/planned-visits/routes.ts';
import { type Project, sites } from '#contract/projects/endpoints.ts';
import { FormPersonChoice } from '#web/features/sessions/filters/form-choices.tsx';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useSubmit } from '#web/lib/forms/use-submit.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { photographerWords, placeWords } from './visit-words.ts';

/** '' stands for no choice, as selects give it. */
type VisitDraft = { siteId: string; day: string; photographerId: string; note: string };

const idOf = (value: string) => (value === '' ? null : Number(value));
const bodyOf = ({ day, photographerId, note }: VisitDraft) => ({ day, photographerId: idOf(photographerId), note });
const newBody = (draft: VisitDraft) => ({ ...bodyOf(draft), siteId: idOf(draft.siteId) });

export function PlanVisitDialog({ project, ...control }: DialogControl & { project: Project }) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<VisitDraft>({
    owner: person.id,
    name: `plan visit ${project.id}`,
    initial: { values: { siteId: '', day: '', photographerId: '', note: '' } },
    resolver: formResolver(NewPlannedVisit, newBody),
  });
  const { form } = draft;
  const plan = useSubmit(planVisit, draft, {
    successToast: 'Visit planned',
    errorToast: 'Failed to plan the visit',
    onSaved: () => control.onOpenChange(false),
  });
  return (
    <FormDialog
      {...control}
      title="Plan visit"
      description={project.name}
      onSubmit={form.handleSubmit((values) => plan.run({ params: { id: project.id }, body: newBody(values) }))}
      submitLabel="Plan visit"
      pendingLabel="Planning..."
      pending={plan.isPending}
    >
      <DraftNotes draft={draft} />
      {project.siteCount > 1 && <SiteField form={form} projectId={project.id} />}
      <VisitFields form={form} />
    </FormDialog>
  );
}

function SiteField({ form, projectId }: { form: UseFormReturn<VisitDraft>; projectId: number }) {
  const found = useApiQuery(sites, { params: { id: projectId }, query: { limit: 500 } });
  const { siteId } = form.formState.errors;
  return (
    <Field label="Site" error={siteId?.message} hint={found.error && <QueryErrorLine query={found} />}>
      {/* A native select shows its first option while the wanted one has not arrived. */}
      <Select {...form.register('siteId')} value={found.data ? form.watch('siteId') : ''}>
        <option value="">Select a site</option>
        <Options of={found.data?.rows} label={({ name }) => name} />
      </Select>
    </Field>
  );
}

function VisitFields({ form }: { form: UseFormReturn<VisitDraft> }) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Day" error={errors.day?.message}>
        <Input type="date" {...form.register('day')} />
      </Field>
      <Field
        label="Photographer"
        optional
        error={errors.photographerId?.message}
        hint="Only they see the visit. Without one, every photographer of the project does."
      >
        <FormPersonChoice
          control={form.control}
          name="photographerId"
          none="Any photographer of the project"
          among={{ role: 'photographer' }}
        />
      </Field>
      <Field label="Note" optional error={errors.note?.message} hint="For the photographer. Clients don't see it.">
        <Textarea {...form.register('note')} />
      </Field>
    </>
  );
}

const stateOf = (visit: PlannedVisit) => ({
  version: visit.version,
  values: {
    siteId: String(visit.site?.id ?? ''),
    day: visit.day,
    photographerId: String(visit.photographer?.id ?? ''),
    note: visit.note ?? '',
  },
});

/** Where it is stays: a visit to another site is another visit. */
export function EditVisitDialog({ visit, ...control }: DialogControl & { visit: PlannedVisit }) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<VisitDraft>({
    owner: person.id,
    name: `planned visit ${visit.id}`,
    initial: stateOf(visit),
    resolver: formResolver(PlannedVisitEdit, bodyOf),
  });
  const { form } = draft;
  const edit = useSubmit(editPlannedVisit, draft, {
    successToast: 'Planned visit changed',
    errorToast: 'Failed to change the planned visit',
    stateOf,
    onSaved: () => control.onOpenChange(false),
  });
  return (
    <FormDialog
      {...control}
      title="Change planned visit"
      description={`${visit.projectName}, ${placeWords(visit)}`}
      onSubmit={form.handleSubmit((values) =>
        edit.run({ params: { id: visit.id }, body: { ...bodyOf(values), version: draft.version } }),
      )}
      submitLabel="Save"
      pendingLabel="Saving..."
      pending={edit.isPending}
    >
      <DraftNotes
        draft={draft}
        labels={{ day: 'Day', photographerId: 'Photographer', note: 'Note' }}
        describe={(path, value) => inWords(visit, path, value)}
      />
      <VisitFields form={form} />
    </FormDialog>
  );
}

/** Of a photographer whose name is not known here there is none to say. */
function inWords(visit: PlannedVisit, path: string, value: unknown): string | undefined {
  if (path === 'day') return formatDate(String(value));
  if (path !== 'photographerId') return undefined;
  if (value === '') return photographerWords({ photographer: null });
  return Number(value) === visit.photographer?.id ? photographerWords(visit) : 'Another photographer';
}

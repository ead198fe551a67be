// 'Skip visit': why it will not take place.
import { type PlannedVisit, skipPlannedVisit } from '#contract/planned-visits/endpoints.ts';
import { Skip } from '#contract/planned-visits/routes.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useSubmit } from '#web/lib/forms/use-submit.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { visitName } from './visit-words.ts';

type SkipDraft = { reason: string };

export function SkipVisitDialog({ visit, ...control }: DialogControl & { visit: PlannedVisit }) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<SkipDraft>({
    owner: person.id,
    name: `skip visit ${visit.id}`,
    initial: { values: { reason: '' }, version: visit.version },
    resolver: formResolver(Skip),
  });
  const { form } = draft;
  const skip = useSubmit(skipPlannedVisit, draft, {
    successToast: 'Visit skipped',
    errorToast: 'Failed to skip the visit',
    stateOf: ({ version }: PlannedVisit) => ({ values: { reason: '' }, version }),
    onSaved: () => control.onOpenChange(false),
  });
  return (
    <FormDialog
      {...control}
      title="Skip visit"
      description={`${visit.projectName}, ${visitName(visit)}`}
      onSubmit={form.handleSubmit(({ reason }) =>
        skip.run({ params: { id: visit.id }, body: { reason, version: draft.version } }),
      )}
      submitLabel="Skip visit"
      pendingLabel="Skipping..."
      pending={skip.isPending}
    >
      <DraftNotes draft={draft} />
      <Field
        label="Reason"
        error={form.formState.errors.reason?.message}
        hint="It stays with the visit, with your name."
      >
        <Textarea {...form.register('reason')} />
      </Field>
    </FormDialog>
  );
}

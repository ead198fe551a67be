// 'Raise a Concern': a client says what is wrong with a session.
import type { FieldErrors } from 'react-hook-form';
import type * as z from 'zod/mini';
import { formatDate } from '#contract/core/day-words.ts';
import { priorities, priorityMeanings } from '#contract/disputes/endpoints.ts';
import { NewDispute } from '#contract/disputes/routes.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { capitalised, fullName } from '#web/lib/format/format.ts';
import { setFieldErrors } from '#web/lib/forms/field-errors.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useWaitingMutation } from '#web/lib/offline/use-waiting-mutation.ts';
import { toastFailure } from '#web/lib/page/toast.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import type { Pointed } from '#web/media/frame/pinning.ts';
import { PointedCrop } from '#web/media/pins/crop.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { FactList } from '#web/ui/display/fact-list.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { KeepNotice } from '#web/ui/feedback/keep-notice.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

type Draft = z.output<typeof NewDispute>;

type RaiseDisputeDialogProps = DialogControl & { session: Session } & Partial<Pick<Pointed, 'anchor' | 'picture'>>;

/** `anchor`: the place that it is about, with the picture around it. */
export function RaiseDisputeDialog({ session, anchor, picture = null, ...control }: RaiseDisputeDialogProps) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<Draft>({
    owner: person.id,
    name: `concern ${session.id}`,
    initial: { values: { sessionId: session.id, reason: '', priority: 'medium' } },
    resolver: formResolver(NewDispute),
  });
  const { form } = draft;
  const { register, formState, handleSubmit, watch } = form;
  const finish = () => {
    draft.done();
    control.onOpenChange(false);
  };
  const create = useWaitingMutation('createDispute', {
    draft,
    words: [`Session #${session.id}`, formatDate(session.captureDate), session.project?.name]
      .filter(Boolean)
      .join(', '),
    successToast: {
      title: 'Dispute Created',
      description: 'Your concern has been submitted. The photographer and admin will be notified.',
    },
    errorToast: { title: 'Failed to Create Dispute', description: 'Failed to create dispute' },
    onError(error) {
      const issue = error.issues.find(({ path }) => path.startsWith('anchor'));
      if (issue) toastFailure('Nothing can be pinned there', issue.message);
      return issue !== undefined || setFieldErrors(error, form);
    },
    onSuccess: finish,
    onKept: finish,
  });
  const { errors } = formState;
  const submit = handleSubmit((body) => create.run({ body: { ...body, anchor } }), showMissing);
  return (
    <FormDialog
      {...control}
      title="Raise a Concern"
      description="The photographer and the admins read it, and answer you here."
      onSubmit={submit}
      submitLabel="Submit Concern"
      disabled={watch('reason').trim() === ''}
      pending={create.isPending}
      pendingLabel="Submitting..."
    >
      <KeepNotice />
      <DraftNotes draft={draft} />
      {anchor && <PointedCrop anchor={anchor} picture={picture} />}
      <FactList
        className="rounded-control bg-sunken px-4 py-3"
        facts={[
          ['Project', session.project?.name],
          ['Site', session.site?.name],
          ['Photographer', session.photographer && fullName(session.photographer)],
          ['Date', session.captureDate && formatDate(session.captureDate)],
        ]}
      />
      <Field label="Priority Level" error={errors.priority?.message}>
        <Select {...register('priority')}>
          <Options of={priorities} label={(priority) => `${capitalised(priority)} – ${priorityMeanings[priority]}`} />
        </Select>
      </Field>
      <Field label="Describe Your Concern" error={errors.reason?.message}>
        <Textarea rows={5} placeholder="What is wrong or missing, and where can it be seen?" {...register('reason')} />
      </Field>
    </FormDialog>
  );
}

/** The button is off while the reason is blank; Ctrl-Enter is not, and says why nothing happens. */
function showMissing({ reason }: FieldErrors<Draft>) {
  if (reason?.message) toastFailure('Missing Information', reason.message);
}

// 'Raise a Concern': a client says what is wrong with a session.
import type { FieldErrors } from 'react-hook-form';
import type * as z from 'zod/mini';
import { priorities, priorityMeanings } from '#contract/disputes.ts';
import { NewDispute } from '#contract/schemas/disputes.ts';
import type { Session } from '#contract/sessions.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { formResolver } from '#web/lib/form-resolver.ts';
import { capitalised, formatDate, fullName } from '#web/lib/format.ts';
import { toastFailure } from '#web/lib/toast.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useDraftForm } from '#web/lib/use-draft-form.ts';
import { useWaitingMutation } from '#web/lib/use-waiting-mutation.ts';
import { PointedCutout } from '#web/media/pins/cutout.tsx';
import type { Pointed } from '#web/media/pins/pinning.ts';
import { DraftNotes } from '#web/ui/draft-notes.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { KeepNotice } from '#web/ui/keep-notice.tsx';
import { Options, Select } from '#web/ui/select.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

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
      {anchor && <PointedCutout anchor={anchor} picture={picture} />}
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

// 'Take back': hides one file from clients at once, for a reason that the crew reads; and shows it again.
import { CircleAlert } from 'lucide-react';
import type { MediaItem, MediaKind } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { showAgain, takeBack } from '#contract/sessions/endpoints.ts';
import { TakeBack } from '#contract/sessions/rejection-routes.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { setFieldErrors } from '#web/lib/forms/field-errors.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { DraftRestored } from '#web/ui/feedback/keep-notice.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

type TakeBackDialogProps = DialogControl & { session: Session; kind: MediaKind; item: MediaItem };

export function TakeBackDialog(props: TakeBackDialogProps) {
  return props.item.takenBack === undefined ? <Take {...props} /> : <Show {...props} />;
}

function Take({ session, kind, item, ...control }: TakeBackDialogProps) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<TakeBack>({
    owner: person.id,
    name: `take back ${session.id} ${item.id}`,
    initial: { values: { reason: '' } },
    resolver: formResolver<TakeBack>(TakeBack),
  });
  const { register, formState, handleSubmit } = draft.form;
  const take = useMutation(takeBack, {
    successToast: { title: 'Taken back', description: `Clients no longer see ${item.name}.` },
    errorToast: 'Failed to take it back',
    onError: (error) => setFieldErrors(error, draft.form),
    onSuccess: () => {
      draft.done();
      control.onOpenChange(false);
    },
  });
  const params = { id: session.id, kind, item: item.id };
  return (
    <FormDialog
      {...control}
      title="Take back from clients"
      description={item.name}
      tone="danger"
      submitLabel="Take back"
      pendingLabel="Taking back..."
      pending={take.isPending}
      onSubmit={handleSubmit((body) => take.run({ params, body }))}
    >
      <DraftRestored {...draft} />
      <p>
        Clients and guests stop seeing it at once, in every visit of this project. The file stays where it is; you and
        the photographer still see it, with your reason.
      </p>
      <Field label="Reason" hint="Clients never see it" error={formState.errors.reason?.message}>
        <Textarea rows={2} placeholder="A face, a number plate" {...register('reason')} />
      </Field>
      <OutOfReach atHost={item.originalUrl !== null} />
    </FormDialog>
  );
}

/** What nobody can call back. */
function OutOfReach({ atHost }: { atHost: boolean }) {
  return (
    <Notice tone="yellow" icon={CircleAlert}>
      <p className="font-medium">Out of reach</p>
      <ul className="list-disc pl-4">
        <li>Anything already saved, printed or downloaded, including reports</li>
        <li>Copies kept by mail programs and messengers. Emails already sent no longer load it.</li>
        {atHost && <li>The folder at its host: anyone with its link can open it there. Remove the file there too.</li>}
      </ul>
    </Notice>
  );
}

function Show({ session, item, open, onOpenChange }: TakeBackDialogProps) {
  const show = useMutation(showAgain, {
    successToast: { title: 'Shown again', description: `Clients see ${item.name} again.` },
    errorToast: 'Failed to show it again',
    onSuccess: () => onOpenChange(false),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Show clients again?"
      sentence={`${item.name} was taken back: ${item.takenBack}`}
      confirmLabel="Show again"
      tone="primary"
      pending={show.isPending}
      onConfirm={() => show.run({ params: { id: session.id, item: item.id } })}
    />
  );
}

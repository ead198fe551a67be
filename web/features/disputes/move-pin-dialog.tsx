// Asks whether a concern shall be moved to the place that its raiser has just pointed at.
import { moveDispute } from '#contract/anchors.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useMutation } from '#web/lib/use-mutation.ts';
import { PointedCutout } from '#web/media/pins/cutout.tsx';
import type { Pointed } from '#web/media/pins/pinning.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';

type MovePinDialogProps = DialogControl & Pointed & { disputeId: number };

export function MovePinDialog({ disputeId, anchor, picture, session: _session, ...control }: MovePinDialogProps) {
  const move = useMutation(moveDispute, {
    successToast: { title: 'Concern moved', description: 'The others in this concern have been notified.' },
    errorToast: 'The concern could not be moved',
    onSuccess: () => control.onOpenChange(false),
  });
  return (
    <FormDialog
      {...control}
      size="sm"
      title="Move the Concern Here?"
      description="The conversation keeps the former place."
      submitLabel="Move Concern"
      pending={move.isPending}
      pendingLabel="Moving..."
      onSubmit={() => move.run({ params: { id: disputeId }, body: { anchor } })}
    >
      <PointedCutout anchor={anchor} picture={picture} />
    </FormDialog>
  );
}

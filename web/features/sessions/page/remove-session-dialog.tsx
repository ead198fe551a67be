// Asks before a session is deleted.
import { removeSession, type Session } from '#contract/sessions/endpoints.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

type RemoveSessionDialogProps = DialogControl & { session: Session; onRemoved: (() => void) | undefined };

export function RemoveSessionDialog({ session: { id }, onRemoved, ...control }: RemoveSessionDialogProps) {
  const { run, isPending } = useMutation(removeSession, {
    successToast: { title: 'Session deleted', description: 'The session has been successfully deleted.' },
    errorToast: 'Failed to delete session',
    onSuccess: () => {
      control.onOpenChange(false);
      onRemoved?.();
    },
  });
  return (
    <ConfirmDialog
      {...control}
      title="Delete session"
      sentence="Are you sure you want to delete this session? This action cannot be undone."
      confirmLabel="Delete"
      pending={isPending}
      onConfirm={() => run({ params: { id } })}
    />
  );
}

// Asks before the uploaded files of a session that did not come are left out.
import { leaveOutMissingFiles, type Session } from '#contract/sessions/endpoints.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { count } from '#web/lib/format/format.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

export function LeaveOutDialog({ session: { id, travelling }, ...control }: DialogControl & { session: Session }) {
  const missing = travelling ? travelling.of - travelling.kept : 0;
  const { run, isPending } = useMutation(leaveOutMissingFiles, {
    successToast: { title: 'Left out', description: 'The session no longer waits for these files.' },
    errorToast: 'Failed to leave the files out',
    onSuccess: () => control.onOpenChange(false),
  });
  return (
    <ConfirmDialog
      {...control}
      title="Leave out missing files?"
      sentence={`${count(missing, 'file')} did not arrive completely, or may still be uploading from another device. The session goes on without them, and waits for review with what is there.`}
      confirmLabel="Leave out"
      pending={isPending}
      onConfirm={() => run({ params: { id } })}
    />
  );
}

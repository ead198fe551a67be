// Asks before a rejected session goes to review once more.
import type { Session } from '#contract/sessions.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useWaitingMutation } from '#web/lib/use-waiting-mutation.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { wordsOf } from './session-words.ts';

export function ResubmitSessionDialog({ session, ...control }: DialogControl & { session: Session }) {
  const { run, isPending } = useWaitingMutation('resubmitSession', {
    words: wordsOf(session),
    successToast: { title: 'Session resubmitted', description: 'Your session has been resubmitted for admin review.' },
    errorToast: 'Failed to resubmit session',
    onSuccess: () => control.onOpenChange(false),
    onKept: () => control.onOpenChange(false),
  });
  return (
    <ConfirmDialog
      {...control}
      title="Resubmit session"
      sentence="Are you sure you want to resubmit this session? It will be sent back to admin for review."
      confirmLabel="Resubmit"
      tone="primary"
      pending={isPending}
      onConfirm={() => run({ params: { id: session.id } })}
    />
  );
}

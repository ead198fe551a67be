// Asks before an account is deleted.
import { removeUser, type User } from '#contract/accounts/users.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { fullName } from '#web/lib/format/format.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

export function RemoveUserDialog({ user, ...control }: DialogControl & { user: User }) {
  const { run, isPending } = useMutation(removeUser, {
    successToast: 'User deleted successfully',
    errorToast: { title: 'Failed to delete user' },
    onSuccess: () => control.onOpenChange(false),
  });
  return (
    <ConfirmDialog
      {...control}
      title="Delete User"
      sentence={`Are you sure you want to delete user ${fullName(user)}? This action cannot be undone.`}
      confirmLabel="Delete"
      pending={isPending}
      pendingLabel="Deleting..."
      onConfirm={() => run({ params: { id: user.id } })}
    />
  );
}

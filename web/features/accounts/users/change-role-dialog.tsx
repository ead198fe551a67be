// Asks before somebody's role changes.

import { changeRole, roleLabels, type User } from '#contract/accounts/users.ts';
import type { Role } from '#contract/policy.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { fullName } from '#web/lib/format/format.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

export type RoleChange = { user: User; to: Role };

export function ChangeRoleDialog({ user, to, ...control }: DialogControl & RoleChange) {
  const { run, isPending } = useMutation(changeRole, {
    successToast: 'User role updated',
    errorToast: { title: 'Failed to update user role' },
    onSuccess: () => control.onOpenChange(false),
    onError: ({ status }) => {
      // Changed or deleted meanwhile: the row says how it stands now.
      if (status === 409 || status === 404) control.onOpenChange(false);
      return false;
    },
  });
  return (
    <ConfirmDialog
      {...control}
      title="Change Role"
      sentence={`${fullName(user)} will be ${roleLabels[to]} instead of ${roleLabels[user.role]}, and is logged out everywhere.`}
      confirmLabel="Change Role"
      tone="primary"
      pending={isPending}
      pendingLabel="Changing..."
      onConfirm={() => run({ params: { id: user.id }, body: { role: to, version: user.version } })}
    />
  );
}

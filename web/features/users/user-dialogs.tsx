// The dialogs of User Management: which one is open, for whom, and fetched when first needed.
import type { Role } from '#contract/policy.ts';
import { changeRole, removeUser, roleLabels, type User } from '#contract/users.ts';
import { fullName } from '#web/lib/format.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { type DialogControl, useDialogs } from '#web/lib/use-dialogs.tsx';
import { useMutation } from '#web/lib/use-mutation.ts';

const UserDialog = lazyDialog(() => import('./user-dialog.tsx'), 'UserDialog');
const ProfileDialog = lazyDialog(() => import('./profile-dialog.tsx'), 'ProfileDialog');
const ConfirmDialog = lazyDialog(() => import('#web/ui/confirm-dialog.tsx'), 'ConfirmDialog');

export type OpenUserDialog = ReturnType<typeof useUserDialogs>['open'];

/** Each opening is a new form. */
export function useUserDialogs() {
  return useDialogs({
    create: (control) => <UserDialog {...control} />,
    view: (control, user: User) => <ProfileDialog {...control} user={user} startsAs="view" />,
    edit: (control, user: User) => <UserDialog {...control} user={user} />,
    remove: (control, user: User) => <RemoveDialog {...control} user={user} />,
    role: (control, change: RoleChange) => <RoleDialog {...control} {...change} />,
  });
}

type RoleChange = { user: User; to: Role };

function RoleDialog({ user, to, ...control }: DialogControl & RoleChange) {
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

function RemoveDialog({ user, ...control }: DialogControl & { user: User }) {
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

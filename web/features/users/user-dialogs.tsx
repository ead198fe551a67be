// The dialogs of User Management: which one is open, for whom, and fetched when first needed.
import { removeUser, type User } from '#contract/users.ts';
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
    create: (control, _: unknown, opening) => <UserDialog key={opening} {...control} />,
    view: (control, user: User, opening) => <ProfileDialog key={opening} {...control} user={user} startsAs="view" />,
    edit: (control, user: User, opening) => <UserDialog key={opening} {...control} user={user} />,
    remove: (control, user: User) => <RemoveDialog {...control} user={user} />,
  });
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

// The dialogs of User Management: which one is open, for whom, and fetched when first needed.
import { type ReactNode, useState } from 'react';
import { removeUser, type User } from '#contract/users.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { useMutation } from '#web/lib/use-mutation.ts';

const CreateUserDialog = lazyDialog(() => import('./create-user-dialog.tsx').then((module) => module.CreateUserDialog));
const EditUserDialog = lazyDialog(() => import('./edit-user-dialog.tsx').then((module) => module.EditUserDialog));
const ProfileDialog = lazyDialog(() => import('./profile-dialog.tsx').then((module) => module.ProfileDialog));
const ConfirmDialog = lazyDialog(() => import('#web/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog));

type Shown = { kind: 'create' } | { kind: 'view' | 'edit' | 'remove'; user: User };
type Open = (...shown: ['create'] | ['view' | 'edit' | 'remove', User]) => void;

/** Each opening is a new form: `nth` counts them. A closed dialog stays until the next, so that it can leave gracefully. */
export function useUserDialogs(): { open: Open; dialogs: ReactNode } {
  const [shown, setShown] = useState<Shown & { nth: number }>();
  const [isOpen, setOpen] = useState(false);
  const open: Open = (kind, user?: User) => {
    setShown((before) => {
      const nth = (before?.nth ?? 0) + 1;
      return kind === 'create' || !user ? { kind: 'create', nth } : { kind, user, nth };
    });
    setOpen(true);
  };
  const control = { key: shown?.nth ?? 0, open: isOpen, onOpenChange: setOpen };
  return { open, dialogs: shown && dialogOf(shown, control) };
}

type Control = { key: number; open: boolean; onOpenChange: (open: boolean) => void };

function dialogOf(shown: Shown, { key, ...control }: Control): ReactNode {
  if (shown.kind === 'create') return <CreateUserDialog key={key} {...control} />;
  if (shown.kind === 'edit') return <EditUserDialog key={key} {...control} user={shown.user} />;
  if (shown.kind === 'view') return <ProfileDialog key={key} {...control} user={shown.user} startsAs="view" />;
  return <RemoveDialog key={key} {...control} user={shown.user} />;
}

function RemoveDialog({ user, open, onOpenChange }: Omit<Control, 'key'> & { user: User }) {
  const { run, isPending } = useMutation(removeUser, {
    successToast: 'User deleted successfully',
    errorToast: { title: 'Failed to delete user' },
    onSuccess: () => onOpenChange(false),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete User"
      sentence={`Are you sure you want to delete user ${user.firstName} ${user.lastName}? This action cannot be undone.`}
      confirmLabel="Delete"
      pending={isPending}
      pendingLabel="Deleting..."
      onConfirm={() => run({ params: { id: user.id } })}
    />
  );
}

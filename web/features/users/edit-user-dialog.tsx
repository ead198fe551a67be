// 'Edit User Account': name, address, role and password of an account.
import { editUser, type User } from '#contract/users.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { isOwnAdminRole } from './self-protection.ts';
import { draftOf, toUserEdit, type UserDraft } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';
import { showRefused, useUserForm } from './user-form.ts';

type EditUserDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; user: User };

export function EditUserDialog({ open, onOpenChange, user }: EditUserDialogProps) {
  const { person } = useCurrentUser();
  const form = useUserForm(draftOf(user), 'edit');
  const edit = useMutation(editUser, {
    successToast: 'User updated successfully',
    errorToast: { title: 'Failed to update user' },
    onError: (error) => showRefused(error, form, 'Failed to update user'),
    onSuccess: () => onOpenChange(false),
  });
  async function save(draft: UserDraft) {
    if (isOwnAdminRole({ own: person.id === user.id, to: draft.role })) return;
    await edit.run({ params: { id: user.id }, body: toUserEdit(draft) });
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Edit User Account"
      description={`A new password or role logs ${user.firstName} out everywhere.`}
      onSubmit={form.handleSubmit(save)}
      submitLabel="Update User"
      pending={edit.isPending}
      pendingLabel="Updating..."
    >
      <UserFields form={form} exists />
    </FormDialog>
  );
}

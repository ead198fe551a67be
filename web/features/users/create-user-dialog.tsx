// 'Create User': a new account.
import { createUser } from '#contract/users.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { newUser, toNewUser } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';
import { showRefused, useUserForm } from './user-form.ts';

type CreateUserDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function CreateUserDialog({ open, onOpenChange }: CreateUserDialogProps) {
  const form = useUserForm(newUser, 'new');
  const create = useMutation(createUser, {
    successToast: 'User created successfully',
    errorToast: { title: 'Failed to create user' },
    onError: (error) => showRefused(error, form, 'Failed to create user'),
    onSuccess: () => onOpenChange(false),
  });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create User"
      description="They can log in at once with this username and password."
      onSubmit={form.handleSubmit((draft) => create.run({ body: toNewUser(draft) }))}
      submitLabel="Create User"
      pending={create.isPending}
      pendingLabel="Creating..."
    >
      <UserFields form={form} exists={false} />
    </FormDialog>
  );
}

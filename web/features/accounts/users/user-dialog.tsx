// 'Create User' and 'Edit User Account': name, address, role and password of an account.

import { createUser, editUser, type User } from '#contract/accounts/users.ts';
import { NewUser, UserEdit } from '#contract/accounts/users-routes.ts';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useSubmit } from '#web/lib/forms/use-submit.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { isOwnAdminRole } from './self-protection.ts';
import { draftOf, newUser, toNewUser, toUserEdit, type UserDraft } from './user-draft.ts';
import { inWords, showTaken, UserFields, userLabels } from './user-fields.tsx';

/** Without a `user` it creates one. */
export function UserDialog({ user, ...control }: DialogControl & { user?: User }) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<UserDraft>({
    owner: person.id,
    name: user ? `edit user ${user.id}` : 'new user',
    initial: user ? stateOf(user) : { values: newUser },
    resolver: user ? formResolver(UserEdit, toUserEdit) : formResolver(NewUser, toNewUser),
    secret: ['password'],
  });
  const { form } = draft;
  const said = (success: string, failure: string) => ({
    successToast: success,
    errorToast: { title: failure },
    stateOf,
    onRefused: (error: ApiError) => showTaken(error, form, failure),
    onSaved: () => control.onOpenChange(false),
  });
  const create = useSubmit(createUser, draft, said('User created successfully', 'Failed to create user'));
  const edit = useSubmit(editUser, draft, said('User updated successfully', 'Failed to update user'));
  async function save(values: UserDraft) {
    if (!user) await create.run({ body: toNewUser(values) });
    else if (!isOwnAdminRole({ own: person.id === user.id, to: values.role }))
      await edit.run({ params: { id: user.id }, body: { ...toUserEdit(values), version: draft.version } });
  }
  const text = user
    ? {
        title: 'Edit User Account',
        description: `A new password or role logs ${user.firstName} out everywhere.`,
        submitLabel: 'Update User',
        pendingLabel: 'Updating...',
      }
    : {
        title: 'Create User',
        description: 'They can log in at once with this username and password.',
        submitLabel: 'Create User',
        pendingLabel: 'Creating...',
      };
  return (
    <FormDialog {...control} {...text} onSubmit={form.handleSubmit(save)} pending={create.isPending || edit.isPending}>
      <DraftNotes draft={draft} labels={userLabels} describe={inWords} />
      <UserFields form={form} password={user ? 'kept' : 'new'} />
    </FormDialog>
  );
}

const stateOf = (user: User) => ({ version: user.version, values: draftOf(user) });

// 'Create User', 'Edit User Account' and 'Invite User': name, address, role and password of an account.
import { useState } from 'react';
import { type AccountLink, inviteUser } from '#contract/accounts/auth.ts';
import { NewInvitation } from '#contract/accounts/auth-routes.ts';
import { createUser, editUser, type User } from '#contract/accounts/users.ts';
import { NewUser, UserEdit } from '#contract/accounts/users-routes.ts';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { fullName } from '#web/lib/format/format.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useSubmit } from '#web/lib/forms/use-submit.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { CopyLinkDialog } from './new-link-dialog.tsx';
import { isOwnAdminRole } from './self-protection.ts';
import {
  draftOf,
  inWords,
  newUser,
  showTaken,
  toInvitation,
  toNewUser,
  toUserEdit,
  type UserDraft,
  UserFields,
  userLabels,
} from './user-fields.tsx';

// 'Invite User': an account whose owner chooses the password by a link, which is shown once.
type Invited = { name: string; email: string | null; link: AccountLink };

export function InviteUserDialog(control: DialogControl) {
  const [invited, setInvited] = useState<Invited>();
  if (invited) return <CopyLinkDialog {...control} kind="invitation" {...invited} />;
  return <InviteForm {...control} onInvited={setInvited} />;
}

const mailedToo = 'It is emailed to them, and shown to you once, to copy.';
const copied = 'Email is not set up here: it is shown to you once, to copy.';
const failure = 'Failed to invite user';

function InviteForm({ onInvited, ...control }: DialogControl & { onInvited: (invited: Invited) => void }) {
  const { person } = useCurrentUser();
  const { canMail } = useSiteConfig();
  const draft = useDraftForm<UserDraft>({
    owner: person.id,
    name: 'invite user',
    initial: { values: newUser },
    resolver: formResolver(NewInvitation, toInvitation),
    secret: ['password'],
  });
  const { form } = draft;
  const { run, isPending } = useSubmit(inviteUser, draft, {
    successToast: 'User invited',
    errorToast: { title: failure },
    onRefused: (error) => showTaken(error, form, failure),
    onSaved: ({ user, ...link }) => onInvited({ name: fullName(user), email: user.email, link }),
  });
  return (
    <FormDialog
      {...control}
      title="Invite User"
      description={`They choose their own password with a link that works once, within 7 days. ${canMail ? mailedToo : copied}`}
      submitLabel="Invite User"
      pendingLabel="Inviting..."
      pending={isPending}
      onSubmit={form.handleSubmit((values) => run({ body: toInvitation(values) }))}
    >
      <DraftNotes draft={draft} labels={userLabels} describe={inWords} />
      <UserFields form={form} password="none" />
    </FormDialog>
  );
}

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

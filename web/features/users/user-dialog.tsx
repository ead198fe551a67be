// 'Create User' and 'Edit User Account': name, address, role and password of an account.
import type { UseFormReturn } from 'react-hook-form';
import { type Role, roles } from '#contract/policy.ts';
import { NewUser, UserEdit } from '#contract/schemas/users.ts';
import { createUser, editUser, roleLabels, type User } from '#contract/users.ts';
import type { ApiError } from '#web/lib/api-error.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { formResolver } from '#web/lib/form-resolver.ts';
import { toastFailure } from '#web/lib/toast.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useDraftForm } from '#web/lib/use-draft-form.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { DraftNotes } from '#web/ui/draft-notes.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { Options, Select } from '#web/ui/select.tsx';
import { PasswordField } from './password-field.tsx';
import { isOwnAdminRole } from './self-protection.ts';
import { draftOf, newUser, takenFieldOf, toNewUser, toUserEdit, type UserDraft } from './user-draft.ts';

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
  const toasts = (success: string, failure: string) => ({
    successToast: success,
    errorToast: { title: failure },
    onError: (error: ApiError) => draft.takeStale(error, stateOf) || showRefused(error, form, failure),
    onSuccess: () => {
      draft.done();
      control.onOpenChange(false);
    },
  });
  const create = useMutation(createUser, toasts('User created successfully', 'Failed to create user'));
  const edit = useMutation(editUser, toasts('User updated successfully', 'Failed to update user'));
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
      <DraftNotes draft={draft} labels={labels} describe={inWords} />
      <UserFields form={form} exists={user !== undefined} />
    </FormDialog>
  );
}

const labels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  username: 'Username',
  email: 'Email',
  role: 'Role',
  company: 'Company',
};
const inWords = (path: string, value: unknown) => (path === 'role' ? roleLabels[value as Role] : undefined);

const stateOf = (user: User) => ({ version: user.version, values: draftOf(user) });

/** Beside the field, and for a taken name or address also in a toast; true when it was shown. */
function showRefused(error: ApiError, form: UseFormReturn<UserDraft>, title: string): boolean {
  const taken = takenFieldOf(error, form.getValues());
  if (!taken) return setFieldErrors(error, form);
  form.setError(taken.field, { type: 'server', message: taken.sentence }, { shouldFocus: true });
  toastFailure(title, taken.sentence);
  return true;
}

type UserFieldsProps = {
  form: UseFormReturn<UserDraft>;
  /** An account that is there already: its password may stay. */
  exists: boolean;
};

function UserFields({ form, exists }: UserFieldsProps) {
  const { register, watch } = form;
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="First Name" error={errors.firstName?.message}>
        <Input autoComplete="off" {...register('firstName')} />
      </Field>
      <Field label="Last Name" error={errors.lastName?.message}>
        <Input autoComplete="off" {...register('lastName')} />
      </Field>
      <Field label="Username" error={errors.username?.message}>
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} {...register('username')} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="off" {...register('email')} />
      </Field>
      <PasswordField
        label="Password"
        optional={exists}
        hint={exists ? 'Leave empty to keep the current one' : 'At least 6 characters'}
        error={errors.password?.message}
        chosen={watch('password')}
        input={{ autoComplete: 'new-password', ...register('password') }}
      />
      <Field label="Role" error={errors.role?.message}>
        <Select {...register('role')}>
          <Options of={roles} label={(role) => roleLabels[role]} />
        </Select>
      </Field>
      {watch('role') === 'client' && (
        <Field label="Company" optional error={errors.company?.message} className="sm:col-span-2">
          <Input autoComplete="off" {...register('company')} />
        </Field>
      )}
    </div>
  );
}

// The profile dialog: somebody's profile to look at, or with fields and photo to change it.

import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { changePhoto, editProfile, getUser, type User } from '#contract/accounts/users.ts';
import { Profile } from '#contract/accounts/users-routes.ts';
import { can, type Role } from '#contract/policy.ts';
import { ImageButton, refuseImage } from '#web/features/accounts/fields/image-button.tsx';
import { PasswordField } from '#web/features/accounts/fields/password-field.tsx';
import { isGone } from '#web/lib/api/api-error.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { fullName } from '#web/lib/format/format.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useSubmit } from '#web/lib/forms/use-submit.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { RoleBadge } from '#web/ui/display/status-badge.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { PhotographerStatBadges, ProfileDetails } from './profile-details.tsx';

type ProfileDialogProps = DialogControl & {
  /** As the opener knows them; the dialog follows what becomes of them, such as a new photo. */
  user: User;
  startsAs: 'view' | 'edit';
};

export function ProfileDialog({ user: known, startsAs, ...control }: ProfileDialogProps) {
  const { actor } = useCurrentUser();
  const [editing, setEditing] = useState(startsAs === 'edit');
  const found = useApiQuery(getUser, { params: { id: known.id } });
  if (isGone(found.error)) {
    return (
      <Dialog {...control} title={`${fullName(known)}'s Profile`}>
        <QueryError query={found} />
      </Dialog>
    );
  }
  const user: User = { ...known, ...(found.data as Partial<User> | undefined) };
  if (editing) return <Editing {...control} user={user} />;
  return (
    <Viewing {...control} user={user} onEdit={can.editProfile(actor, user) ? () => setEditing(true) : undefined} />
  );
}

type PartProps = Omit<ProfileDialogProps, 'startsAs'>;

function Viewing({ user, onEdit, ...control }: PartProps & { onEdit: (() => void) | undefined }) {
  return (
    <Dialog
      {...control}
      title={profileTitle(user, { own: false, editing: false })}
      badge={<RoleBadge role={user.role} />}
      footer={
        <>
          <Button onClick={() => control.onOpenChange(false)}>Close</Button>
          {onEdit && (
            <Button variant="primary" onClick={onEdit}>
              Edit Profile
            </Button>
          )}
        </>
      }
    >
      <div className="mb-5 flex items-center gap-4">
        <Avatar name={fullName(user)} photo={user.profilePhotoUrl} size="xl" />
        <div className="grid min-w-0 gap-2">
          <p className="wrap-anywhere text-muted">@{user.username}</p>
          <PhotographerStatBadges user={user} />
        </div>
      </div>
      <ProfileDetails user={user} />
    </Dialog>
  );
}

function Editing({ user, ...control }: PartProps) {
  const { person } = useCurrentUser();
  /** The server says so when somebody changes their own e-mail. */
  const [asksPassword, setAsksPassword] = useState(false);
  const draft = useDraftForm<ProfileDraft>({
    owner: person.id,
    name: `profile ${user.id}`,
    initial: stateOf(user),
    resolver: formResolver(Profile, (values) => toProfile(values, user)),
    secret: ['currentPassword'],
  });
  const { form } = draft;
  const edit = useSubmit(editProfile, draft, {
    successToast: 'Profile updated',
    errorToast: { title: 'Failed to update profile' },
    stateOf,
    onRefused: ({ code }) => {
      if (code === 'password_needed') setAsksPassword(true);
      return code === 'password_needed';
    },
    onSaved: () => control.onOpenChange(false),
  });
  return (
    <FormDialog
      {...control}
      title={profileTitle(user, { own: person.id === user.id, editing: true })}
      badge={<RoleBadge role={user.role} />}
      onSubmit={form.handleSubmit((values) =>
        edit.run({ params: { id: user.id }, body: { ...toProfile(values, user), version: draft.version } }),
      )}
      submitLabel="Update Profile"
      pending={edit.isPending}
      pendingLabel="Updating..."
    >
      <DraftNotes draft={draft} labels={profileLabels} />
      <PhotographerStatBadges user={user} />
      <PhotoField user={user} onRemoved={({ version }) => draft.renew(version)} />
      <ProfileFields form={form} role={user.role} />
      {asksPassword && (
        <PasswordField
          label="Current password"
          hint="Enter your password to change your e-mail"
          error={form.formState.errors.currentPassword?.message}
          input={{ autoComplete: 'current-password', autoFocus: true, ...form.register('currentPassword') }}
        />
      )}
    </FormDialog>
  );
}

const stateOf = (user: User) => ({ version: user.version, values: profileDraftOf(user) });

const profileLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  bio: 'Bio',
};

function ProfileFields({ form, role }: { form: UseFormReturn<ProfileDraft>; role: Role }) {
  const { register } = form;
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="First Name" error={errors.firstName?.message}>
        <Input autoComplete="given-name" {...register('firstName')} />
      </Field>
      <Field label="Last Name" error={errors.lastName?.message}>
        <Input autoComplete="family-name" {...register('lastName')} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="email" {...register('email')} />
      </Field>
      <Field label="Phone" optional error={errors.phone?.message}>
        <Input type="tel" autoComplete="tel" {...register('phone')} />
      </Field>
      {role === 'client' && (
        <Field label="Company" optional error={errors.company?.message} className="sm:col-span-2">
          <Input autoComplete="organization" {...register('company')} />
        </Field>
      )}
      <Field label="Bio" optional error={errors.bio?.message} className="sm:col-span-2">
        <Textarea rows={4} {...register('bio')} />
      </Field>
    </div>
  );
}

// The photo of a profile and the button that changes it.

/** A new photo is stored at once, apart from the rest of the profile. */
function PhotoField({ user, onRemoved }: { user: User; onRemoved: (saved: User) => void }) {
  const params = { id: user.id };
  const upload = useMutation(changePhoto, {
    successToast: 'Photo uploaded',
    onError: refuseImage('Failed to upload profile photo. Please try again.'),
  });
  const remove = useMutation(editProfile, {
    successToast: 'Photo removed',
    errorToast: { title: 'Failed to update profile' },
    onSuccess: onRemoved,
  });
  return (
    <div className="flex items-center gap-4">
      <Avatar name={fullName(user)} photo={user.profilePhotoUrl} size="xl" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <div className="flex flex-wrap gap-2">
          <ImageButton
            label="Change Photo"
            isStoring={upload.isPending}
            onChoose={(profilePhotoUrl) => upload.run({ params, body: { profilePhotoUrl } })}
          />
          {user.profilePhotoUrl && (
            <Button
              variant="ghost"
              pending={remove.isPending}
              onClick={() =>
                remove.run({ params, body: { ...profileDraftOf(user), profilePhotoUrl: null, version: user.version } })
              }
            >
              Remove
            </Button>
          )}
        </div>
        <p className="text-muted text-sm">An image of at most 5 MB</p>
      </div>
    </div>
  );
}

// What the profile dialog holds while somebody types, and the body that it becomes.
type ProfileDraft = ReturnType<typeof profileDraftOf>;

function profileDraftOf(user: User) {
  const { firstName, lastName, email, phone, company, bio } = user;
  const text = { email: email ?? '', phone: phone ?? '', company: company ?? '', bio: bio ?? '' };
  return { firstName, lastName, ...text, currentPassword: '' };
}

/** Only clients have a company field (behaviour §8.5); of others it is not sent and stays as it is. */
export function toProfile({ company, currentPassword, ...rest }: ProfileDraft, { role }: Pick<User, 'role'>) {
  const profile = currentPassword === '' ? rest : { ...rest, currentPassword };
  return role === 'client' ? { ...profile, company } : profile;
}

/** The dialog's title (behaviour §8.5): one's own, somebody else's to change, or somebody's to look at. */
export function profileTitle(
  user: Pick<User, 'firstName' | 'lastName'>,
  how: { own: boolean; editing: boolean },
): string {
  if (!how.editing) return `${fullName(user)}'s Profile`;
  return how.own ? 'My Profile' : 'Edit Profile';
}

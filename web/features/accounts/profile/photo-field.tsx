// The photo of a profile and the button that changes it.
import { changePhoto, editProfile, type User } from '#contract/accounts/users.ts';
import { ImageButton, refuseImage } from '#web/features/accounts/fields/image-button.tsx';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { fullName } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { profileDraftOf } from './profile-draft.ts';

/** A new photo is stored at once, apart from the rest of the profile. */
export function PhotoField({ user, onRemoved }: { user: User; onRemoved: (saved: User) => void }) {
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

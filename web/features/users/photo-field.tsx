// The photo of a profile and the button that changes it.
import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { changePhoto, editProfile, type User } from '#contract/users.ts';
import { fullName } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { madeSmall, notAnImage, type PhotoError, photoProblem, readAsDataUrl, tooLarge } from './photo-file.ts';
import { profileDraftOf } from './profile-draft.ts';

const refuse = (error: PhotoError) => toast({ ...error, variant: 'destructive' });
const uploadFailed = 'Upload failed';

/** A new photo is stored at once, apart from the rest of the profile. */
export function PhotoField({ user, onRemoved }: { user: User; onRemoved: (saved: User) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { choose, photo, uploading } = usePhoto(user);
  const remove = useMutation(editProfile, {
    successToast: 'Photo removed',
    errorToast: { title: 'Failed to update profile' },
    onSuccess: onRemoved,
  });
  return (
    <div className="flex items-center gap-4">
      <Avatar name={fullName(user)} photo={photo} size="xl" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept="image/*"
            tabIndex={-1}
            aria-hidden="true"
            onChange={choose}
            className="hidden"
          />
          <Button icon={ImageUp} pending={uploading} pendingLabel="Uploading..." onClick={() => input.current?.click()}>
            Change Photo
          </Button>
          {photo && (
            <Button
              variant="ghost"
              pending={remove.isPending}
              onClick={() =>
                remove.run({ params: { id: user.id }, body: { ...profileDraftOf(user), profilePhotoUrl: null } })
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

function usePhoto(user: User) {
  const upload = useMutation(changePhoto, {
    successToast: 'Photo uploaded',
    onError({ status }) {
      if (status === 415) refuse(notAnImage);
      else if (status === 413) refuse(tooLarge);
      else refuse({ title: uploadFailed, description: 'Failed to upload profile photo. Please try again.' });
      return true;
    },
  });
  const [reading, setReading] = useState(false);
  async function send(file: File) {
    setReading(true);
    const profilePhotoUrl = await madeSmall(file)
      .then(readAsDataUrl)
      .catch(() => undefined);
    setReading(false);
    if (!profilePhotoUrl) return refuse({ title: uploadFailed, description: 'Failed to read the image file' });
    await upload.run({ params: { id: user.id }, body: { profilePhotoUrl } });
  }
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Emptied, so that the same file can be chosen again after a failure.
    target.value = '';
    if (!file) return;
    const problem = photoProblem(file);
    if (problem) refuse(problem);
    else void send(file);
  }
  return { choose, photo: user.profilePhotoUrl, uploading: reading || upload.isPending };
}

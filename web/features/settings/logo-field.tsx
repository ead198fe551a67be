// The company's logo and the buttons that change it; as a profile photo it is stored at once, apart from the rest of the form.
import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { changeLogo, removeLogo } from '#contract/brand.ts';
import {
  madeSmall,
  notAnImage,
  type PhotoError,
  photoProblem,
  readAsDataUrl,
  tooLarge,
} from '#web/features/users/photo-file.ts';
import { toast } from '#web/lib/toast.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';

const refuse = (error: PhotoError) => toast({ ...error, variant: 'destructive' });
const uploadFailed = 'Upload failed';

export function LogoField({ logo }: { logo: string | null }) {
  const input = useRef<HTMLInputElement>(null);
  const { choose, isUploading, shown, remove } = useLogo(logo);
  return (
    <div className="grid gap-1.5">
      <span className="font-medium">Logo</span>
      <div className="flex flex-wrap items-center gap-3">
        {shown && <img src={shown} alt="Logo" className="h-12 max-w-40 object-contain" />}
        <input
          ref={input}
          type="file"
          accept="image/*"
          tabIndex={-1}
          aria-hidden="true"
          onChange={choose}
          className="hidden"
        />
        <Button icon={ImageUp} pending={isUploading} pendingLabel="Uploading..." onClick={() => input.current?.click()}>
          {shown ? 'Change logo' : 'Upload logo'}
        </Button>
        {shown && (
          <Button variant="ghost" pending={remove.isPending} onClick={() => remove.run({})}>
            Remove logo
          </Button>
        )}
      </div>
      <p className="text-muted text-sm">
        An image of at most 5 MB that is seen on white and on black. It is stored at once.
      </p>
    </div>
  );
}

function useLogo(present: string | null) {
  const [shown, setShown] = useState(present);
  const [isReading, setReading] = useState(false);
  const upload = useMutation(changeLogo, {
    successToast: 'Logo changed',
    onError({ status }) {
      if (status === 415) refuse(notAnImage);
      else if (status === 413) refuse(tooLarge);
      else refuse({ title: uploadFailed, description: 'Failed to upload the logo. Please try again.' });
      return true;
    },
    onSuccess: ({ logo }) => setShown(logo),
  });
  const remove = useMutation(removeLogo, {
    successToast: 'Logo removed',
    errorToast: { title: 'Failed to remove the logo' },
    onSuccess: ({ logo }) => setShown(logo),
  });
  async function send(file: File) {
    setReading(true);
    const logo = await madeSmall(file)
      .then(readAsDataUrl)
      .catch(() => undefined);
    setReading(false);
    if (!logo) return refuse({ title: uploadFailed, description: 'Failed to read the image file' });
    await upload.run({ body: { logo } });
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
  return { choose, isUploading: isReading || upload.isPending, shown, remove };
}

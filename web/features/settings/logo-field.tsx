// The company's logo and the buttons that change it; as a profile photo it is stored at once, apart from the rest of the form.
import { useState } from 'react';
import { changeLogo, removeLogo } from '#contract/settings/brand.ts';
import { ImageButton, refuseImage } from '#web/features/accounts/fields/image-button.tsx';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { Button } from '#web/ui/controls/button.tsx';

export function LogoField({ logo }: { logo: string | null }) {
  const [shown, setShown] = useState(logo);
  const upload = useMutation(changeLogo, {
    successToast: 'Logo changed',
    onError: refuseImage('Failed to upload the logo. Please try again.'),
    onSuccess: (saved) => setShown(saved.logo),
  });
  const remove = useMutation(removeLogo, {
    successToast: 'Logo removed',
    errorToast: { title: 'Failed to remove the logo' },
    onSuccess: (saved) => setShown(saved.logo),
  });
  return (
    <div className="grid gap-1.5">
      <span className="font-medium">Logo</span>
      <div className="flex flex-wrap items-center gap-3">
        {shown && <img src={shown} alt="Logo" className="h-12 max-w-40 object-contain" />}
        <ImageButton
          label={shown ? 'Change logo' : 'Upload logo'}
          isStoring={upload.isPending}
          onChoose={(chosen) => upload.run({ body: { logo: chosen } })}
        />
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

// The button with which an image is chosen and stored at once: a profile's photo, the company's logo (behaviour §8.5).
import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/page/toast.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { madeSmall, notAnImage, type PhotoError, photoProblem, readAsDataUrl, tooLarge } from './photo-file.ts';

const refuse = (error: PhotoError) => toast({ ...error, variant: 'destructive' });
const uploadFailed = 'Upload failed';

/** The `onError` of storing one. `sentence`: for what is neither the image's kind nor its size. */
export const refuseImage = (sentence: string) => (error: ApiError) => {
  if (error.status === 415) refuse(notAnImage);
  else if (error.status === 413) refuse(tooLarge);
  else refuse({ title: uploadFailed, description: sentence });
  return true;
};

/** `onChoose` gets the image, made small, as a `data:` string. */
type ImageButtonProps = { label: string; isStoring: boolean; onChoose: (dataUrl: string) => Promise<unknown> };

export function ImageButton({ label, isStoring, onChoose }: ImageButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);
  async function hand(file: File) {
    setReading(true);
    const dataUrl = await madeSmall(file)
      .then(readAsDataUrl)
      .catch(() => undefined);
    setReading(false);
    if (!dataUrl) return refuse({ title: uploadFailed, description: 'Failed to read the image file' });
    await onChoose(dataUrl);
  }
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Emptied, so that the same file can be chosen again after a failure.
    target.value = '';
    if (!file) return;
    const problem = photoProblem(file);
    if (problem) refuse(problem);
    else void hand(file);
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-hidden="true"
        onChange={choose}
        className="hidden"
      />
      <Button
        icon={ImageUp}
        pending={isReading || isStoring}
        pendingLabel="Uploading..."
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}

// The button with which an image is chosen and stored at once: a profile's photo, the company's logo (behaviour §8.5).

import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { photoLimit } from '#contract/accounts/users.ts';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/page/toast.ts';
import { Button } from '#web/ui/controls/button.tsx';

// The picture that somebody chose as their photo: what may be sent, and reading it.
type PhotoError = { title: string; description: string };

export const notAnImage: PhotoError = { title: 'Invalid file type', description: 'Please select an image file' };
export const tooLarge: PhotoError = { title: 'File too large', description: 'Please select an image smaller than 5MB' };

/** What is wrong with it, in the specified words (behaviour §8.5); undefined: it may be sent. */
export function photoProblem(file: Pick<File, 'type' | 'size'>): PhotoError | undefined {
  if (!file.type.startsWith('image/')) return notAnImage;
  return file.size > photoLimit ? tooLarge : undefined;
}

/** Longest side in pixels: twice what is kept of it, so that the cut loses nothing. */
const longestSide = 1024;

/** How large it is drawn: never larger than it is. */
export function sizeToDraw({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const share = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.9));
}

/** Upright and small, as WebP, or as JPEG where the browser writes no WebP; undefined where it cannot read it. */
async function drawnSmall(file: Blob): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!picture || !context) return undefined;
  const { width, height } = Object.assign(canvas, sizeToDraw(picture));
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  const drawn = await toBlob(canvas, 'image/webp');
  if (drawn?.type === 'image/webp') return drawn;
  // A JPEG has no transparency: white, as the page is.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return (await toBlob(canvas, 'image/jpeg')) ?? undefined;
}

/** The upload: the picture made small, or as it is if that is smaller or the server has to judge it. */
async function madeSmall(file: Blob): Promise<Blob> {
  const small = await drawnSmall(file);
  return small && small.size < file.size ? small : file;
}

/** The picture as a `data:image/…;base64,` string; rejects where the device cannot read it. */
function readAsDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

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

// The picture that somebody chose as their photo: what may be sent, and reading it.
import { photoLimit } from '#contract/users.ts';

export type PhotoError = { title: string; description: string };

export const notAnImage: PhotoError = { title: 'Invalid file type', description: 'Please select an image file' };
export const tooLarge: PhotoError = { title: 'File too large', description: 'Please select an image smaller than 5MB' };

/** What is wrong with it, in the specified words (behaviour §8.5); undefined: it may be sent. */
export function photoProblem(file: Pick<File, 'type' | 'size'>): PhotoError | undefined {
  if (!file.type.startsWith('image/')) return notAnImage;
  return file.size > photoLimit ? tooLarge : undefined;
}

/** The picture as a `data:image/…;base64,` string; rejects where the device cannot read it. */
export function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

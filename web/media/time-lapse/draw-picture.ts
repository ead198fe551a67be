// Fetches one picture of a film and draws it where it belongs in the frame.
import { composeHomographies, type Homography } from '#contract/geometry/homography.ts';
import type { PictureSize } from '#contract/media/endpoints.ts';
import { drawWarped } from '#web/media/linked/photo-warp.ts';
import { pictureSizeFor, placeWithin, type Size } from './time-lapse-plan.ts';

/** What is seen where no picture lies. */
const background = '#0d1117';

export function blankCanvas({ width, height }: Size) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser has no room for another canvas');
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}

/** Its pixels go at once, and not when somebody collects them. */
export function releaseCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

/** `addressAt`: '' where there is none of that size. */
export type FilmedPicture = { captureDate: string; addressAt: (size: PictureSize) => string };

/** How wide the picture is by its height; null where it cannot be loaded. */
export async function ratioOfPicture(picture: FilmedPicture, signal: AbortSignal): Promise<number | null> {
  const image = await loadImage(picture.addressAt('s400'), signal);
  if (!image) return null;
  const ratio = image.naturalWidth / image.naturalHeight;
  image.removeAttribute('src');
  return ratio;
}

type Wanted = { picture: FilmedPicture; place: Homography | null; frame: Size; signal: AbortSignal };

/** Null where it cannot be loaded. Without a place it stands whole in the middle. */
export async function drawPicture({ picture, place, frame, signal }: Wanted) {
  const image = await loadImage(picture.addressAt(pictureSizeFor(frame)), signal);
  if (!image) return null;
  const { x, y, width, height } = placeOf(image, frame);
  const bitmap = await createImageBitmap(image, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
  image.removeAttribute('src');
  const { canvas, context } = blankCanvas(frame);
  const toFrame = [frame.width, 0, 0, 0, frame.height, 0, 0, 0, 1];
  const drawn = { source: bitmap, width: bitmap.width, height: bitmap.height };
  if (place) drawWarped(context, drawn, composeHomographies(place, toFrame));
  else context.drawImage(bitmap, x, y, width, height);
  bitmap.close();
  return { canvas, release: () => releaseCanvas(canvas) };
}

/** Frames are even: a picture of their shape fills them, also where it is a pixel off. */
function placeOf(image: HTMLImageElement, frame: Size) {
  const place = placeWithin(frame, { width: image.naturalWidth, height: image.naturalHeight });
  const isWhole = Math.abs(place.width - frame.width) + Math.abs(place.height - frame.height) <= 4;
  return isWhole ? { x: 0, y: 0, ...frame } : place;
}

async function loadImage(src: string, signal: AbortSignal): Promise<HTMLImageElement | null> {
  signal.throwIfAborted();
  if (!src) return null;
  const image = new Image();
  image.src = src;
  const decoded = image.decode().then(
    () => true,
    () => false,
  );
  const over = new AbortController();
  const came = await Promise.race([decoded, aborted(signal, over.signal)]);
  over.abort();
  if (!came || signal.aborted) image.removeAttribute('src');
  signal.throwIfAborted();
  return came ? image : null;
}

/** Pictures that are still on their way do not say that they were stopped. */
function aborted(signal: AbortSignal, over: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(false), { once: true, signal: over });
  });
}

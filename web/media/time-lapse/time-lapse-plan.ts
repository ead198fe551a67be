// How a film is cut: how long each picture stands, how it fades into the next one, and how large the frames are (behaviour §11.7).

export const framesPerSecond = 24;
const maxFrames = 45 * framesPerSecond;

/** In frames: how long a picture stands, and how long it takes to come. */
export type Pace = { still: number; fade: number };

/** A second for each picture and half a second between two; of many pictures less, so that the film is no longer than 45 seconds. */
export function paceOf(pictures: number): Pace {
  const each = Math.max(2, Math.min(1.5 * framesPerSecond, Math.floor(maxFrames / pictures)));
  const fade = Math.max(1, Math.floor(each / 3));
  return { still: each - fade, fade };
}

/** `share`: how much of the new picture is seen over the one before. */
export type Frame = { share: number; captionOf: 'before' | 'next' };

/** The frames in which a picture comes and stands. The first one comes from nowhere. */
export function framesTo({ still, fade }: Pace, { isFirst }: { isFirst: boolean }): Frame[] {
  const coming = Array.from({ length: isFirst ? 0 : fade }, (_, step): Frame => {
    const share = (step + 1) / (fade + 1);
    return { share, captionOf: share < 0.5 ? 'before' : 'next' };
  });
  return [...coming, ...Array.from({ length: still }, (): Frame => ({ share: 1, captionOf: 'next' }))];
}

export function frameCount(pictures: number, { still, fade }: Pace): number {
  return pictures * still + Math.max(0, pictures - 1) * fade;
}

export type Size = { width: number; height: number };

const boxes = { '1080p': { long: 1920, short: 1080 }, '720p': { long: 1280, short: 720 } };
export type Resolution = keyof typeof boxes;

/** The largest of this shape that fits, lying or upright; even, as the codecs want it. */
export function frameSize(ratio: number, resolution: Resolution): Size {
  const { long, short } = boxes[resolution];
  const width = ratio >= 1 ? Math.min(long, short * ratio) : Math.min(short, long * ratio);
  return { width: even(width), height: even(width / ratio) };
}

function even(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2);
}

/** The largest part of the frame that has the picture's shape. */
export function placeWithin(frame: Size, picture: Size): Size & { x: number; y: number } {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  const width = Math.round(picture.width * scale);
  const height = Math.round(picture.height * scale);
  return { x: Math.round((frame.width - width) / 2), y: Math.round((frame.height - height) / 2), width, height };
}

/** In which the pictures come: the smallest that fills the frame. The largest is good enough for 1080p, as a fourth of the bytes or less. */
export function pictureSizeFor({ width, height }: Size): 's800' | 's1000' | 's1600' {
  const long = Math.max(width, height);
  if (long <= 800) return 's800';
  return long <= 1000 ? 's1000' : 's1600';
}

/** Bits a second: what keeps the leaves of a tree apart while two pictures fade. */
export function bitrateOf({ width, height }: Size): number {
  return Math.round(width * height * framesPerSecond * 0.1);
}

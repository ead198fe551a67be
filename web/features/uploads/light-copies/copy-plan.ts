// Which videos get a light copy on the device that uploads them, and what it is like.

/** What a device reads of a video before it decides; sizes as it is shown, upright. */
export type VideoFacts = {
  bytes: number;
  seconds: number;
  width: number;
  height: number;
  codec: string;
  framesPerSecond: number;
};

/** `framesPerSecond`: left out if the video's own rate stays. */
export type CopyPlan = { width: number; height: number; bitsPerSecond: number; framesPerSecond?: number };

const longestSide = 1280;
const shortestSide = 720;
const maxFramesPerSecond = 30;
const maxBitsPerSecond = 2_000_000;
/** Enough for H.264 at smaller sizes, where the limit above would only be spent. */
const bitsPerPixel = 0.1;
/** H.264 within the size that costs no more is sent as it is. */
const lightBitsPerSecond = 2_500_000;
export const soundBitsPerSecond = 96_000;
/** A copy of H.264 that saves less than this saves nobody much. */
const worthwhile = 0.8;

/** The copy is held in memory until it is sent: ten minutes are some 160 MB. Longer videos are left to the server. */
const maxSeconds = 600;
export const maxCopyBytes = 200 * 1024 * 1024;
/** How long a slow device may work on a video of this length, while it is not paused. */
export const maxWorkSeconds = (seconds: number) => 60 + 3 * seconds;

/** Encoders take even sizes only. */
const even = (pixels: number) => Math.max(2, 2 * Math.floor(pixels / 2 + 1e-6));

/** Null: it is light already, too long, or makes no sense. */
export function planCopy({ bytes, seconds, width, height, codec, framesPerSecond }: VideoFacts): CopyPlan | null {
  if (!(seconds > 0 && seconds <= maxSeconds && width > 0 && height > 0)) return null;
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const scale = Math.min(1, longestSide / long, shortestSide / short);
  const own = (bytes * 8) / seconds;
  if (codec === 'avc' && scale === 1 && own <= lightBitsPerSecond) return null;
  const size = { width: even(width * scale), height: even(height * scale) };
  const rate = Math.min(maxFramesPerSecond, framesPerSecond);
  const bitsPerSecond = Math.round(
    Math.min(maxBitsPerSecond, size.width * size.height * rate * bitsPerPixel, own * worthwhile),
  );
  return { ...size, bitsPerSecond, ...(framesPerSecond > maxFramesPerSecond + 0.5 ? { framesPerSecond: rate } : {}) };
}

/** Whether what was made is worth sending. */
export function isWorthSending(copyBytes: number, { bytes, codec }: Pick<VideoFacts, 'bytes' | 'codec'>): boolean {
  return copyBytes > 0 && copyBytes <= maxCopyBytes && copyBytes < bytes * (codec === 'avc' ? worthwhile : 1);
}

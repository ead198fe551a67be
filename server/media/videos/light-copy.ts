// What a light copy of a video is: its limits, which videos need one, and why one is not taken.
import type { VideoHeader } from '#server/media/formats/video-header.ts';

/** Pixels of the longer and the shorter side; nothing is enlarged. */
export const lightSides = { long: 1280, short: 720 };
/** Of the longer side of its picture. */
export const posterSide = 1280;
/** Of video and sound together; what is below it is light already. */
export const lightBitsPerSecond = 2_500_000;
/** Above it nobody on a phone waits for a copy. */
export const maxLightBytes = 400 * 1024 * 1024;
/** A copy of H.264 that is not much smaller is not worth its picture. */
const worthwhileShare = 0.8;
/** Encoders round to whole frames and packets of sound. */
const secondsApart = 1;

const h264 = ['avc1', 'avc3'];
/** Baseline, Main and High: 8 bits and 4:2:0, which everything plays. */
const plainProfiles = [66, 77, 100];

/** A video with its header, which is null where it cannot be read. */
export type Measured = { header: VideoHeader | null; bytes: number | null };

export const isH264 = ({ codec, profile }: VideoHeader) =>
  h264.includes(codec) && plainProfiles.includes(profile ?? plainProfiles[0] ?? 0);

const fits = ({ width, height }: VideoHeader) =>
  Math.max(width, height) <= lightSides.long && Math.min(width, height) <= lightSides.short;

/** Everything plays it, and on a slow line too. */
export function isLight({ header, bytes }: Measured): boolean {
  if (header === null || bytes === null || header.seconds === null) return false;
  return isH264(header) && fits(header) && header.startsAtOnce && (bytes * 8) / header.seconds <= lightBitsPerSecond;
}

export const isWorthwhile = (copyBytes: number, { header, bytes }: Measured) =>
  header === null || bytes === null || !isH264(header) || copyBytes <= bytes * worthwhileShare;

/**
 * Why there is no copy. `light`: the video is light itself. `weight`: a copy would not be lighter. `unreadable`: its bytes are not those of
 * a whole video. `late`, `unlike`, `failed`: its making took too long, made something else, or failed each time.
 */
export type NoCopy = 'light' | 'weight' | 'unreadable' | 'late' | 'unlike' | 'failed';

/** `made`: there is one. `making`: one is being made. `unwanted`: whoever gave it takes it back. Else what is wrong with it. */
export type NotTaken = 'made' | 'making' | 'unwanted' | 'unreadable' | 'codec' | 'size' | 'order' | 'length' | 'weight';

/** Null of a copy that may stand for this original. */
export function refusalOfCopy(copy: Measured, original: Measured): NotTaken | null {
  const { header, bytes } = copy;
  if (header === null || bytes === null) return 'unreadable';
  if (!isH264(header) || ![null, 'mp4a'].includes(header.sound)) return 'codec';
  if (!fits(header)) return 'size';
  if (!header.startsAtOnce) return 'order';
  const [long, own] = [header.seconds, original.header?.seconds ?? null];
  if (long === null || (own !== null && Math.abs(long - own) > secondsApart)) return 'length';
  return bytes > maxLightBytes || bytes >= (original.bytes ?? Number.POSITIVE_INFINITY) ? 'weight' : null;
}

// How two videos stay in sync: what the other has to do, given where both are.
import type { LinkRule } from './linked-viewer.ts';
import type { VideoPlayer, VideoState } from './video-player.ts';

export type Correction = { seek: number } | { rate: number };

/** A frame or two, in seconds: nobody sees it. */
const inSync = 0.06;
/** Beyond this catching up by speed would take too long. */
const tooFar = 0.4;

/**
 * `ahead`: by how many seconds the follower is before where it should be. Players of other hosts report their time in steps and
 * cannot change their speed: they are only corrected when they are far off.
 */
export function correction(ahead: number, { should, steady }: { should: number; steady: boolean }): Correction {
  const limit = steady ? tooFar : 1.2;
  if (Math.abs(ahead) > limit) return { seek: Math.max(0, should) };
  if (!steady || Math.abs(ahead) <= inSync) return { rate: 1 };
  return { rate: ahead > 0 ? 0.92 : 1.08 };
}

type VideoTime = Omit<VideoState, 'ready'>;
export type SyncAction = 'play' | 'pause' | 'seek';

/**
 * What the follower does when somebody played, paused or sought the leader with its own buttons. Nothing where it is so already:
 * a command to both is reported by both, and must not be sent to and fro.
 */
export function mirrorAction(
  action: SyncAction,
  { leader, follower, offset }: { leader: VideoTime; follower: VideoTime; offset: number },
): readonly SyncAction[] {
  const isOver = leader.duration > 0 && leader.time >= leader.duration - 0.1;
  const isNear = Math.abs(leader.time + offset - follower.time) <= tooFar;
  const seek = isNear ? [] : (['seek'] as const);
  if (action === 'play') return leader.playing && !follower.playing ? [...seek, 'play'] : [];
  // A shorter video that has ended stops nothing.
  if (action === 'pause') return !leader.playing && !isOver && follower.playing ? ['pause', ...seek] : [];
  return seek;
}

/** The offset is in seconds. */
export const videoRule: LinkRule<VideoPlayer, number, SyncAction> = {
  noOffset: 0,
  offsetBetween: (left, right) => right.state().time - left.state().time,
  inverse: (offset) => -offset,
  follow({ leader, follower, offset, action }) {
    const now = leader.state();
    const steps = action ? mirrorAction(action, { leader: now, follower: follower.state(), offset }) : [];
    for (const step of steps)
      if (step === 'seek') follower.seek(Math.max(0, now.time + offset));
      else follower[step]();
  },
};

/** Corrects what drifts apart by itself while both play. */
export function correctDrift(leader: VideoPlayer, follower: VideoPlayer, offset: number): void {
  const { time, playing } = leader.state();
  const now = follower.state();
  if (!playing || !now.playing) return;
  const should = time + offset;
  // A video that is over waits for the other.
  if (now.duration > 0 && should > now.duration) return;
  const step = correction(now.time - should, { should, steady: follower.steady });
  if ('seek' in step) follower.seek(step.seek);
  else follower.setRate(step.rate);
}

/** '1:05', '1:02:09'. */
export function formatTime(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

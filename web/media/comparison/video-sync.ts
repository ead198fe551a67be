// How two films are kept in step: what the follower has to do, given where both are.

export type Correction = { seek: number } | { rate: number };

/** A frame or two: unseen. */
const inStep = 0.06;
/** Beyond this catching up by speed would take too long. */
const tooFar = 0.4;

/**
 * `ahead`: by how many seconds the follower is before where it should be. Players of other hosts report their time in steps and
 * cannot change their speed: they are only set right when they are far off.
 */
export function correction(ahead: number, { should, steady }: { should: number; steady: boolean }): Correction {
  const limit = steady ? tooFar : 1.2;
  if (Math.abs(ahead) > limit) return { seek: Math.max(0, should) };
  if (!steady || Math.abs(ahead) <= inStep) return { rate: 1 };
  return { rate: ahead > 0 ? 0.92 : 1.08 };
}

type Film = { time: number; duration: number; playing: boolean };
export type SyncAction = 'play' | 'pause' | 'seek';

/**
 * What the other film does when somebody played, paused or sought one with its own buttons. Nothing where it is so already: an
 * order to both is heard from both, and must not be sent to and fro.
 */
export function mirrorAction(
  deed: SyncAction,
  { film, other, apart }: { film: Film; other: Film; apart: number },
): readonly SyncAction[] {
  const isOver = film.duration > 0 && film.time >= film.duration - 0.1;
  const isNear = Math.abs(film.time + apart - other.time) <= tooFar;
  const seek = isNear ? [] : (['seek'] as const);
  if (deed === 'play') return film.playing && !other.playing ? [...seek, 'play'] : [];
  // A shorter film that has ended stops nothing.
  if (deed === 'pause') return !film.playing && !isOver && other.playing ? ['pause', ...seek] : [];
  return seek;
}

/** '1:05', '1:02:09'. */
export function formatTime(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

// What two pictures that are shown together have in common, be they spheres or maps: the ways to lay them, and what is seen of which.
import type { CSSProperties } from 'react';
import type { MediaItem } from '#contract/media.ts';

export type SideName = 'left' | 'right';
export type PairMode = 'side' | 'swipe' | 'fade' | 'blink';

/** Of each side one. */
export type Pair<Thing> = Record<SideName, Thing>;
export type PairHandle = { capture(): Promise<Pair<HTMLCanvasElement>> };

export type PairProps<View> = {
  left: MediaItem;
  right: MediaItem;
  titles: Pair<string>;
  mode: PairMode;
  /** One over the other they are always locked. */
  locked: boolean;
  /** Swipe: the edge, 0 to 100 from the left; the left one stands left of it. */
  position: number;
  /** Fade: how much of the right one is seen, 0 to 100. */
  opacity: number;
  /** Blink: which is seen. */
  shown: SideName;
  /** The left one's view; told, rounded, at rest. */
  view?: View | undefined;
  onView?: ((view: View) => void) | undefined;
  /** Height of the whole. */
  className?: string | undefined;
};

type Laid = Pick<PairProps<unknown>, 'mode' | 'position' | 'opacity' | 'shown'>;

/** How much of the upper, right one is seen. */
export function overlayOpacity({ mode, position, opacity, shown }: Laid): CSSProperties {
  if (mode === 'swipe') return { clipPath: `inset(0 0 0 ${position}%)` };
  if (mode === 'fade') return { opacity: opacity / 100 };
  return { visibility: shown === 'right' ? 'visible' : 'hidden' };
}

type Drawn = { capture(): Promise<HTMLCanvasElement> };

/** Both as they are shown now; throws a sentence while one of them is still on its way. */
export async function bothDrawn(
  { left, right }: Pair<Drawn | null>,
  things: 'maps' | 'pictures',
): Promise<Pair<HTMLCanvasElement>> {
  if (!left || !right) throw new Error(`Both ${things} must be loaded first`);
  const [one, other] = await Promise.all([left.capture(), right.capture()]);
  return { left: one, right: other };
}

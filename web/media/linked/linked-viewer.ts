// What every comparable viewer offers, and how two of them are linked so that moving one moves the other, outside of React.
import type { Homography } from '#contract/geometry/homography.ts';
import { createListeners } from '#web/lib/device/listeners.ts';
import type { PhotoView } from './photo-view.ts';

export type SideName = 'left' | 'right';
/** One of each side. */
export type Pair<Thing> = Record<SideName, Thing>;
export const sideNames: readonly SideName[] = ['left', 'right'];

export function otherSide(side: SideName): SideName {
  return side === 'left' ? 'right' : 'left';
}

/** The viewer's picture now; of a photo all of it, with its `view` and how it is aligned to the other one. */
export type Capture = {
  source: CanvasImageSource;
  width: number;
  height: number;
  view?: PhotoView;
  warp?: Homography;
};

/** Canvases on top of each other, as one picture. */
export function captureOf(layers: readonly HTMLCanvasElement[]): Capture {
  const source = document.createElement('canvas');
  source.width = Math.max(...layers.map(({ width }) => width), 1);
  source.height = Math.max(...layers.map(({ height }) => height), 1);
  const context = source.getContext('2d');
  for (const layer of layers) if (layer.width > 0) context?.drawImage(layer, 0, 0, source.width, source.height);
  return { source, width: source.width, height: source.height };
}

/** One side of a comparison: a photo, a panorama or a map with a movable view. */
export type LinkedViewer<View> = Linkable & {
  view(): View;
  setView(view: View): void;
  capture(): Promise<Capture>;
  destroy(): void;
};

/** What a link needs to know of a viewer; `action` is what somebody did, for viewers that report it. */
export type Linkable<Action = undefined> = { onChange(listener: (action?: Action) => void): () => void };

export type LinkRule<Viewer extends Linkable<Action>, Offset, Action = undefined> = {
  noOffset: Offset;
  /** The offset of the right viewer from the left one. */
  offsetBetween(left: Viewer, right: Viewer): Offset;
  inverse(offset: Offset): Offset;
  follow(viewers: { leader: Viewer; follower: Viewer; offset: Offset; action: Action | undefined }): void;
};

/** Locked, the offset stays and the other viewer follows. Unlocked, each viewer moves alone, and that changes the offset. */
export function createLink<Viewer extends Linkable<Action>, Offset, Action = undefined>(
  rule: LinkRule<Viewer, Offset, Action>,
) {
  const viewers: Pair<Viewer | null> = { left: null, right: null };
  const detach: Partial<Pair<() => void>> = {};
  const listeners = createListeners();
  let offset = rule.noOffset;
  let locked = true;
  let applying = false;

  /** Changes that the viewers report meanwhile are our own. */
  function apply(change: () => void) {
    applying = true;
    try {
      change();
    } finally {
      applying = false;
    }
  }
  function follow(by: SideName, action?: Action) {
    const { [by]: leader, [otherSide(by)]: follower } = viewers;
    const distance = by === 'left' ? offset : rule.inverse(offset);
    if (leader && follower) apply(() => rule.follow({ leader, follower, offset: distance, action }));
  }
  function measure() {
    if (viewers.left && viewers.right) offset = rule.offsetBetween(viewers.left, viewers.right);
  }
  function changed(by: SideName, action?: Action) {
    if (applying) return;
    if (locked) follow(by, action);
    else measure();
    listeners.notify();
  }
  return {
    viewers,
    attach(side: SideName, viewer: Viewer | null) {
      detach[side]?.();
      delete detach[side];
      viewers[side] = viewer;
      if (!viewer) return;
      detach[side] = viewer.onChange((action) => changed(side, action));
      if (locked) follow('left');
    },
    lock(now: boolean) {
      if (now && !locked) measure();
      locked = now;
      if (locked) follow('left');
    },
    isLocked: () => locked,
    offset: () => offset,
    /** Changes the left viewer and makes the right one follow, locked or not. */
    moveBoth(moveLeft: () => void, nextOffset = offset) {
      apply(moveLeft);
      offset = nextOffset;
      follow('left');
      listeners.notify();
    },
    onChange: listeners.add,
  };
}

// Where the two sides look at the moment: kept out of React, so that a drag moves pictures and nothing else.

import type { SideName } from './modes.ts';
import {
  bounded,
  type Fit,
  initialViewport,
  isShifted,
  loose,
  noOffset,
  type Offset,
  shiftBetween,
  shifted,
  unshifted,
  type Viewport,
} from './viewport.ts';

export type LinkedViewport = ReturnType<typeof createLinkedViewport>;

/**
 * Locked, what moves one side moves the other, and an offset that was set by hand stays. Unlocked, only the side itself moves, and
 * that changes the offset.
 */
export function createLinkedViewport(first: { left: Viewport; shift: Offset }) {
  let { left, shift } = first;
  let locked = true;
  const hearers = new Set<() => void>();
  const tell = () => {
    for (const hear of hearers) hear();
  };
  const get = (side: SideName): Viewport => (side === 'left' ? left : shifted(left, shift));
  return {
    get,
    left: () => left,
    shift: () => shift,
    lock(now: boolean) {
      locked = now;
    },
    /** `fit`: how much of its pane the picture of this side takes. */
    move(side: SideName, to: Viewport, fit: Fit) {
      const right = get('right');
      const kept = locked && !isShifted(shift) ? bounded(to, fit) : loose(to);
      if (locked) left = side === 'left' ? kept : unshifted(kept, shift);
      else if (side === 'right') shift = shiftBetween(left, kept);
      else {
        left = kept;
        shift = shiftBetween(left, right);
      }
      tell();
    },
    set(next: { left: Viewport; shift: Offset }) {
      ({ left, shift } = next);
      tell();
    },
    /** In the middle of what is shown. */
    zoomBy(by: number | 'reset') {
      if (by === 'reset') {
        left = initialViewport;
        shift = noOffset;
      } else left = bounded({ ...left, zoom: left.zoom * by }, { x: 1, y: 1 });
      tell();
    },
    /** By parts of what is in sight. */
    panBy(across: number, down: number) {
      const { x, y, zoom } = left;
      left = bounded({ x: x + across / zoom, y: y + down / zoom, zoom }, { x: 1, y: 1 });
      tell();
    },
    hear(hearer: () => void) {
      hearers.add(hearer);
      return () => {
        hearers.delete(hearer);
      };
    },
  };
}

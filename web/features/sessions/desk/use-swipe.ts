// A finger that wipes to the left or to the right; whatever goes up or down scrolls the page.
import { type TouchEvent, useRef } from 'react';

/** In pixels; nearer it is a tap that slipped. */
const least = 48;

/** `onSwipe` is told 1 for what lies to the right of what is seen. `within`: only where the finger begins there. */
export function useSwipe(onSwipe: (by: 1 | -1) => void, within = '*') {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart({ touches, target }: TouchEvent) {
      const finger = touches.length === 1 ? touches[0] : undefined;
      const isHere = target instanceof Element && target.closest(within) !== null;
      start.current = finger && isHere ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0];
      if (!finger || !start.current) return;
      const [across, down] = [finger.clientX - start.current.x, finger.clientY - start.current.y];
      start.current = undefined;
      if (Math.abs(across) > least && Math.abs(across) > 2 * Math.abs(down)) onSwipe(across < 0 ? 1 : -1);
    },
  };
}

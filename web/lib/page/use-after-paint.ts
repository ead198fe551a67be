// Waiting for the first paint: what is seen at once goes before what is not.
import { startTransition, useEffect, useState } from 'react';
import { useIsHydrated } from '#web/lib/device/hydrated.ts';
import { beforePrint } from './before-print.ts';

let painted = false;

/** False until what the program drew first has been painted, for whoever asks before that; true from then on. */
export function useAfterPaint(): boolean {
  // A part that is taken over later than others stands as the server rendered it.
  const [is, setIs] = useState(useIsHydrated() && painted);
  useEffect(() => {
    if (is) return;
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        painted = true;
        // In slices: every picture of a page asks.
        startTransition(() => setIs(true));
      });
    });
    const stop = beforePrint(() => setIs(true));
    return () => {
      stop();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [is]);
  return is;
}

// Waits for the first paint, so that visible parts come before invisible ones.
import { startTransition, useEffect, useState } from 'react';
import { useIsHydrated } from '#web/lib/device/hydrated.ts';
import { beforePrint } from './before-print.ts';

let painted = false;

/** False until the first render has been painted, for components mounted before that; true from then on. */
export function useAfterPaint(): boolean {
  // A part that is hydrated later than others keeps what the server rendered.
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

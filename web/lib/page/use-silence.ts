// When a picture or viewer that has not loaded says so: one rule and one label for all of them.
import { useEffect, useState } from 'react';
import { pictureMs } from '#web/lib/device/timeouts.ts';

export const slowWords = 'Slow connection';

/**
 * True once `awaited` has been waited for so long; undefined: nothing is, or it has loaded. It keeps loading: a new request would pay twice
 * for what has arrived of it.
 */
export function useSilence(awaited: string | undefined, milliseconds = pictureMs): boolean {
  const [silent, setSilent] = useState<string>();
  useEffect(() => {
    if (awaited === undefined) return;
    const timer = setTimeout(setSilent, milliseconds, awaited);
    return () => clearTimeout(timer);
  }, [awaited, milliseconds]);
  return awaited !== undefined && silent === awaited;
}

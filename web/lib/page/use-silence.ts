// When a picture or viewer that has not come says so: one rule and one word, wherever it stands.
import { useEffect, useState } from 'react';
import { pictureMs } from '#web/lib/device/patience.ts';

export const slowWords = 'Slow connection';

/**
 * True once `awaited` has been waited for so long; undefined: nothing is, or it has come. It is waited for all the same: asked for anew,
 * what has come of it would be paid twice.
 */
export function useSilence(awaited: string | undefined): boolean {
  const [silent, setSilent] = useState<string>();
  useEffect(() => {
    if (awaited === undefined) return;
    const timer = setTimeout(setSilent, pictureMs, awaited);
    return () => clearTimeout(timer);
  }, [awaited]);
  return awaited !== undefined && silent === awaited;
}

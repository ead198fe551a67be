// What the screen is like now, for the few choices that CSS cannot make.
import { useCallback, useSyncExternalStore } from 'react';
import { mobileCover } from '#contract/image-srcset.ts';

/** Whether a media query holds, live: `useMediaQuery('(width < 768px)')`. */
export function useMediaQuery(query: string): boolean {
  const listen = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => matchMedia(query).matches);
}

/** How many covers of a grid are seen first: one on a phone, elsewhere its first row. */
export function useLeadingColumns(): number {
  return useMediaQuery(mobileCover.media) ? 1 : 3;
}

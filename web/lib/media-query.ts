// What the screen is like now, for the few choices that CSS cannot make.
import { useCallback, useSyncExternalStore } from 'react';
import { phoneCover } from '#contract/image-srcset.ts';

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
export function useLeading(): number {
  return useMediaQuery(phoneCover.media) ? 1 : 3;
}

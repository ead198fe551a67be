// What the screen is like now, for the few choices that CSS cannot make.
import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, live: `useMediaQuery('(width < 768px)')`; false on the server, which does not see the screen. */
export function useMediaQuery(query: string): boolean {
  const listen = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    listen,
    () => matchMedia(query).matches,
    () => false,
  );
}

// Whether the page that the server rendered is the browser's by now.
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and while the browser takes its page over, true from then on: for what only the browser knows. */
export function useIsTakenOver(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

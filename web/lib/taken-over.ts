// Whether the page that the server rendered is the browser's by now, and saying so.
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and while the browser takes its page over, true from then on: for what only the browser knows. */
export function useIsTakenOver(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** What is to be done once the page is taken over. */
export const TakenOverContext = createContext<() => void>(() => undefined);

/** Stands beside the content of a page: React takes that over apart from what is around it. */
export function TakenOver() {
  const onTakenOver = useContext(TakenOverContext);
  useEffect(onTakenOver, [onTakenOver]);
  return null;
}

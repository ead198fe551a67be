// Tells components whether React has hydrated the page.
import { createContext, startTransition, useContext, useEffect, useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False on the server and while the browser takes its page over, true soon after and in all that is drawn later: for what only the browser
 * knows. A store whose first value is another one than the server's would make React draw all who asked anew in one go.
 */
export function useIsHydrated(): boolean {
  let isOfServer = false;
  // The last function is called for nothing but what the server rendered.
  useSyncExternalStore(
    never,
    () => 0,
    () => {
      isOfServer = true;
      return 0;
    },
  );
  const [is, setIs] = useState(!isOfServer);
  useEffect(() => {
    if (!is) startTransition(() => setIs(true));
  }, [is]);
  return is;
}

/** Longer than any device takes. */
const longestMs = 10_000;

/** At once, but for a page that came rendered and is not taken over yet (`data-waiting`, set and taken off by main.tsx). */
export async function whenHydrated(): Promise<void> {
  const root = typeof document === 'undefined' ? null : document.querySelector('#root[data-waiting]');
  if (!root) return;
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(root, { attributeFilter: ['data-waiting'] });
    setTimeout(resolve, longestMs);
  });
}

/** What is to be done once the page is taken over. */
export const HydratedContext = createContext<() => void>(() => undefined);

/** Stands beside the content of a page: React takes that over apart from what is around it. */
export function Hydrated() {
  const onHydrated = useContext(HydratedContext);
  useEffect(onHydrated, [onHydrated]);
  return null;
}

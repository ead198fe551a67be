// Tells components whether React has hydrated the page.
import { createContext, startTransition, useContext, useEffect, useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False on the server and during hydration, true soon after and in everything rendered later: for values that only the browser knows. A
 * store whose first value differs from the server's would make React render all its readers again in one go.
 */
export function useIsHydrated(): boolean {
  let isOfServer = false;
  // React calls the last function only for what the server rendered: noting that it did is how a component learns this in its first render
  // without a value that differs.
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

/** Resolves at once, except for a server-rendered page that is not hydrated yet (`data-waiting`, set and removed by main.tsx). */
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

/** What to do once the page is hydrated. */
export const HydratedContext = createContext<() => void>(() => undefined);

/** Rendered beside the content of a page, which React hydrates separately from its surroundings. */
export function Hydrated() {
  const onHydrated = useContext(HydratedContext);
  useEffect(onHydrated, [onHydrated]);
  return null;
}

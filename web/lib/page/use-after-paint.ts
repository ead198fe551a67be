// Waits for the first paint, or until something is in view, so that visible parts come before invisible ones.
import { type RefObject, startTransition, useEffect, useState } from 'react';
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

// Where data are saved, pictures wait until they are in view: browsers load lazy ones several screens ahead.

/** True once the element came into view, or the page is printed; where it need not wait, at once. */
export function useInView(element: RefObject<Element | null>, waits: boolean): boolean {
  const [wasSeen, setSeen] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (!watched || !waits || wasSeen) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
    );
    observer.observe(watched);
    const stop = beforePrint(() => setSeen(true));
    return () => {
      observer.disconnect();
      stop();
    };
  }, [element, waits, wasSeen]);
  return wasSeen || !waits;
}

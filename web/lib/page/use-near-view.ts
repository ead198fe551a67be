// Where data are saved, pictures wait until they are almost in view: browsers load lazy ones several screens ahead.
import { type RefObject, useEffect, useState } from 'react';
import { beforePrint } from './before-print.ts';

/** True once the element came within a quarter of a screen of the view, or the page is printed; where it need not wait, at once. */
export function useNearView(element: RefObject<Element | null>, waits: boolean): boolean {
  const [wasNear, setNear] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (!watched || !waits || wasNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '25%' },
    );
    observer.observe(watched);
    const stop = beforePrint(() => setNear(true));
    return () => {
      observer.disconnect();
      stop();
    };
  }, [element, waits, wasNear]);
  return wasNear || !waits;
}

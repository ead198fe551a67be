// A part of the page that takes the whole window, in place: a film plays on, a tour stays where it was.
import { type RefObject, useEffect, useState } from 'react';

/** What the part wears while it is large. */
export const fullscreenClass = 'fixed inset-0 z-50 overflow-y-auto overscroll-contain bg-surface p-3 sm:p-4';

/**
 * Whether the part fills the window, and the switch. While it does, nothing else can be reached and Escape makes it small
 * again. Not the browser's own fullscreen: iPhones have it for films only.
 */
export function useFullscreen(part: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const element = part.current;
    if (!isFull || !element) return;
    const release = isolate(element);
    // On the window, and so before a dialog around the part hears it.
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !element?.contains(event.target as Node)) return;
      event.stopPropagation();
      setFull(false);
    }
    window.addEventListener('keydown', onKeyDown, true);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      release();
    };
  }, [isFull, part]);
  return [isFull, () => setFull(!isFull)] as const;
}

/** Takes everything beside the element out of reach, but for what speaks to the person, and answers how to let it back. */
export function isolate(element: HTMLElement): () => void {
  const closed: HTMLElement[] = [];
  for (let at: HTMLElement = element; at.parentElement && at !== document.body; at = at.parentElement) {
    for (const sibling of at.parentElement.children) {
      if (sibling === at || !(sibling instanceof HTMLElement) || sibling.inert || speaks(sibling)) continue;
      sibling.inert = true;
      closed.push(sibling);
    }
  }
  const { overflow } = document.documentElement.style;
  document.documentElement.style.overflow = 'hidden';
  return () => {
    for (const sibling of closed) sibling.inert = false;
    document.documentElement.style.overflow = overflow;
  };
}

function speaks(element: HTMLElement): boolean {
  const spoken = '[aria-live], [role="status"], [role="region"]';
  return element.matches(spoken) || element.querySelector('[aria-live]') !== null;
}

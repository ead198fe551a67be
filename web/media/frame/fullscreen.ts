// A part of the page that takes the whole window, in place: a video plays on, a tour stays where it was.
import { type RefObject, useEffect, useState } from 'react';

/** What the part wears while it is large. */
export const fullscreenClass =
  'fixed inset-0 top-(--toast-room) z-50 overflow-y-auto overscroll-contain bg-surface p-3 sm:p-4';

/**
 * Whether the part fills the window, and the switch. While it does, nothing else can be reached and Escape makes it small
 * again. `wholeScreen` asks the browser for the screen as well; iPhones give that to videos only and stay with the window.
 * `byItself`: it becomes large, and small, as this changes.
 */
export function useFullscreen(part: RefObject<HTMLElement | null>, { wholeScreen = false, byItself = false } = {}) {
  const [isFull, setFull] = useState(byItself);
  useEffect(() => setFull(byItself), [byItself]);
  useEffect(() => {
    const element = part.current;
    if (!isFull || !element) return;
    const restore = isolate(element);
    function onKeyDown(event: KeyboardEvent) {
      const isOurs = event.target === document.body || element?.contains(event.target as Node);
      if (event.key !== 'Escape' || event.defaultPrevented || !isOurs) return;
      event.stopPropagation();
      setFull(false);
    }
    // A screen that is still being given back from before takes nothing along: turning the phone just then makes the part large.
    let hasScreen = false;
    const onScreenChange = () => {
      if (wholeScreen && hasScreen && !document.fullscreenElement) setFull(false);
      hasScreen = document.fullscreenElement !== null;
    };
    // Captured, so that a dialog around the part does not hear it. A part for the whole screen stands in no dialog.
    window.addEventListener('keydown', onKeyDown, !wholeScreen);
    document.addEventListener('fullscreenchange', onScreenChange);
    return () => {
      restore();
      window.removeEventListener('keydown', onKeyDown, !wholeScreen);
      document.removeEventListener('fullscreenchange', onScreenChange);
      if (wholeScreen && document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [isFull, part, wholeScreen]);
  function toggle() {
    // The whole page, so that menus and messages stay in sight.
    if (wholeScreen && !isFull) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    setFull(!isFull);
  }
  return [isFull, toggle] as const;
}

/** Takes everything beside the element out of reach, but for live regions, and answers how to undo that. */
function isolate(element: HTMLElement): () => void {
  const hidden: HTMLElement[] = [];
  for (let at: HTMLElement = element; at.parentElement && at !== document.body; at = at.parentElement) {
    for (const sibling of at.parentElement.children) {
      if (sibling === at || !(sibling instanceof HTMLElement) || sibling.inert || isLiveRegion(sibling)) continue;
      sibling.inert = true;
      hidden.push(sibling);
    }
  }
  const { overflow } = document.documentElement.style;
  document.documentElement.style.overflow = 'hidden';
  return () => {
    for (const sibling of hidden) sibling.inert = false;
    document.documentElement.style.overflow = overflow;
  };
}

function isLiveRegion(element: HTMLElement): boolean {
  const live = '[aria-live], [role="status"], [role="region"]';
  return element.matches(live) || element.querySelector('[aria-live]') !== null;
}

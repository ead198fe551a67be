// The place that a tour, video, panorama or map stands in: 600 px high, 80vh in fullscreen (§6.11); and what makes it take the whole window.
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';

// A part of the page that takes the whole window, in place: a video plays on, a tour stays where it was.

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

/** On low screens the page around it stays in reach. */
export function viewerHeight(full: boolean): string {
  return full ? 'h-[80vh]' : 'h-[600px] max-h-[80dvh]';
}

/** On phones a video keeps the shape of a video. */
function videoHeight(full: boolean): string {
  return full ? viewerHeight(true) : 'aspect-video max-h-[80dvh] md:aspect-auto md:h-[600px]';
}

/** `low`: what it holds is not open yet, and not what one came for. */
type ViewerBoxProps = { full: boolean; video?: boolean; low?: boolean; children: ReactNode };

export function ViewerBox({ full, video, low, children }: ViewerBoxProps) {
  const height = video ? videoHeight(full) : viewerHeight(full);
  return (
    <div
      className={classNames(
        'relative grid w-full place-items-center overflow-hidden rounded-card bg-sunken',
        low ? 'h-40' : height,
      )}
    >
      {children}
    </div>
  );
}

export function ViewerButtons({ children }: { children: ReactNode }) {
  return (
    <div
      data-controls=""
      className="absolute right-2 bottom-2 z-10 flex max-w-[calc(100%-1rem)] flex-wrap justify-end gap-1 rounded-control print:hidden bg-surface/90 p-1 shadow-raised"
    >
      {children}
    </div>
  );
}

// The comparison over the whole window, and over the whole screen where the browser lets us.
import { type RefObject, useEffect, useState } from 'react';
import { isolate } from '#web/media/fullscreen.ts';

/** Escape ends it. Meanwhile everything beside it is out of reach, as behind a dialog. */
export function useComparisonFullscreen(root: RefObject<HTMLElement | null>) {
  const [full, setFull] = useState(false);
  useEffect(() => {
    if (!full || !root.current) return;
    const free = isolate(root.current);
    const onChange = () => !document.fullscreenElement && setFull(false);
    const onKey = (event: KeyboardEvent) => {
      const isOpen = document.querySelector('[role="menu"], [role="dialog"]');
      if (event.key === 'Escape' && !event.defaultPrevented && !isOpen) setFull(false);
    };
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('keydown', onKey);
    return () => {
      free();
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('keydown', onKey);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [full, root]);
  return {
    full,
    toggle() {
      // The whole page, so that menus and messages stay in sight; phones that cannot still get the whole window.
      if (!full) void document.documentElement.requestFullscreen?.().catch(() => undefined);
      setFull(!full);
    },
  };
}

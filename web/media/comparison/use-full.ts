// The comparison over the whole window, and over the whole screen where the browser lets us.
import { type RefObject, useEffect, useState } from 'react';

/** Escape ends it. Meanwhile everything beside it is out of reach, as behind a dialog. */
export function useFull(root: RefObject<HTMLElement | null>) {
  const [full, setFull] = useState(false);
  useEffect(() => {
    if (!full) return;
    const free = setAside(root.current);
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

/** Everything that is neither around nor inside `root`, nor speaks to the person from outside, cannot be reached until it is freed. */
function setAside(root: HTMLElement | null): () => void {
  const aside: HTMLElement[] = [];
  for (let at = root; at?.parentElement && at !== document.body; at = at.parentElement) {
    for (const beside of at.parentElement.children) {
      const speaks =
        beside.matches('[aria-live], [role="status"], [role="region"]') || beside.querySelector('[aria-live]');
      if (beside === at || !(beside instanceof HTMLElement) || beside.inert || speaks) continue;
      beside.inert = true;
      aside.push(beside);
    }
  }
  return () => {
    for (const each of aside) each.inert = false;
  };
}

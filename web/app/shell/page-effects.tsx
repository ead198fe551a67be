// What attends to every page, once the first is drawn: to pointer and focus, to printing, and to what is uploaded meanwhile.
import { useEffect } from 'react';
import { useHeldUploads } from '#web/features/uploads/sending/use-held-uploads.ts';
import { focusNear, positionAmongSiblings, type Whereabouts } from '#web/lib/page/focus-near.ts';
import { lazyComponent } from '#web/lib/page/lazy-component.tsx';
import { loadForPrint } from '#web/lib/page/load-for-print.ts';
import { TooltipLayer } from '#web/ui/overlays/tooltip.tsx';

// Keeps the focus near where it was when what held it is removed: a row that was decided, a button that did its work.

/** Who removed it may have a better place for the focus, and is given the time to say so. */
const graceMs = 100;

export function useKeepFocus(): void {
  useEffect(() => {
    let last: Whereabouts | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => document.activeElement === document.body && last?.around[0]?.isConnected === false;
    function remember({ target }: FocusEvent) {
      last = target instanceof Element ? positionAmongSiblings(target) : undefined;
    }
    function look() {
      if (timer !== undefined || !isLost()) return;
      timer = setTimeout(() => {
        timer = undefined;
        if (isLost() && last) focusNear(last);
      }, graceMs);
    }
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      clearTimeout(timer);
    };
  }, []);
}

const uploadBar = lazyComponent(() => import('#web/features/uploads/upload-bar.tsx'), 'UploadBar');

export function PageEffects() {
  useKeepFocus();
  useEffect(loadForPrint, []);
  const uploads = useHeldUploads();
  const UploadBar = uploadBar.useInTheEnd(uploads !== null);
  return (
    <>
      <TooltipLayer />
      {uploads && UploadBar && <UploadBar uploads={uploads} />}
    </>
  );
}

// Restores the focus to where it was when a dialog that no trigger of its own opened is closed.
import { useRef } from 'react';
import { focusNear, type Whereabouts, whereaboutsOf } from '#web/lib/focus-near.ts';

/** Radix looks for its own trigger and otherwise leaves the focus nowhere; our dialogs are opened by the page. */
export function useRestoreFocus() {
  const opener = useRef<Whereabouts>(undefined);
  return {
    remember() {
      opener.current = document.activeElement ? whereaboutsOf(document.activeElement) : undefined;
    },
    restore(event: Event) {
      event.preventDefault();
      const element = opener.current?.around[0];
      // It may have gone with its row.
      if (element instanceof HTMLElement && element.isConnected) element.focus();
      else if (opener.current) focusNear(opener.current);
    },
  };
}

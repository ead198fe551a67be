// Restores the focus to where it was when a dialog that no trigger of its own opened is closed.
import { useRef } from 'react';
import { focusNear, positionAmongSiblings, type Whereabouts } from '#web/lib/page/focus-near.ts';

/** Where the dialog that is closing was opened: until it is restored nothing holds the focus, and a key may open the next one. */
let leaving: Whereabouts | undefined;

/** Radix looks for its own trigger and otherwise leaves the focus nowhere; our dialogs are opened by the page. */
export function useRestoreFocus() {
  const opener = useRef<Whereabouts>(undefined);
  return {
    remember() {
      const { activeElement, body } = document;
      opener.current = activeElement && activeElement !== body ? positionAmongSiblings(activeElement) : leaving;
      leaving = opener.current;
    },
    restore(event: Event) {
      event.preventDefault();
      leaving = undefined;
      forgetCaret();
      const element = opener.current?.around[0];
      // It may have gone with its row.
      if (element instanceof HTMLElement && element.isConnected) element.focus();
      else if (opener.current) focusNear(opener.current);
    },
  };
}

/**
 * The caret of a field that left with its dialog stays behind, at the end of the page. WebKit scrolls to it whenever the window
 * changes its size, as when a phone is turned. Text that somebody selected stays selected, and a field that has the focus keeps its caret.
 */
function forgetCaret(): void {
  const selection = getSelection();
  if (selection?.isCollapsed && !document.activeElement?.matches('input, textarea')) selection.removeAllRanges();
}

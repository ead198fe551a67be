// Gives the focus back to where it was when a dialog that no trigger of its own opened is closed.
import { useRef } from 'react';

/** Radix looks for its own trigger and else leaves the focus on nothing; our dialogs are opened by the page. */
export function useRestoreFocus() {
  const opener = useRef<Element>(null);
  return {
    remember() {
      opener.current = document.activeElement;
    },
    giveBack(event: Event) {
      event.preventDefault();
      // The opener may have gone with the record that was removed: then the page itself takes the focus.
      const home = opener.current?.isConnected ? opener.current : document.querySelector('main');
      if (home instanceof HTMLElement) home.focus();
    },
  };
}

// Restores the focus to where it was when a dialog that no trigger of its own opened is closed.
import { useRef } from 'react';

/** Radix looks for its own trigger and otherwise leaves the focus nowhere; our dialogs are opened by the page. */
export function useRestoreFocus() {
  const opener = useRef<Element>(null);
  return {
    remember() {
      opener.current = document.activeElement;
    },
    restore(event: Event) {
      event.preventDefault();
      // The opener may have gone with its record; then the next one in a queue takes the focus, else the page itself.
      const target = opener.current?.isConnected
        ? opener.current
        : (document.querySelector('[data-focus-next]') ?? document.querySelector('main'));
      if (target instanceof HTMLElement) target.focus();
    },
  };
}

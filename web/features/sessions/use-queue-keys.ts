// The review queue by keyboard: j and k walk the cards, other keys decide about the one in focus (look: Keyboard).
import { useEffect, useRef } from 'react';

type QueueKeys = {
  count: number;
  /** While a dialog is open its own keys hold. */
  paused: boolean;
  on: Record<string, (nth: number) => void>;
};

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** `notificationPath(nth)` is the ref of that card; the card that holds the focus is the current one, else the first. */
export function useQueueKeys({ count, paused, on }: QueueKeys) {
  const places = useRef(new Map<number, HTMLElement>());
  const now = useRef({ count, paused, on });
  now.current = { count, paused, on };
  useEffect(() => {
    function current(): number {
      for (const [nth, place] of places.current) if (place.contains(document.activeElement)) return nth;
      return -1;
    }
    function listen(event: KeyboardEvent) {
      const { count: cards, paused: rests, on: doing } = now.current;
      if (rests || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const at = current();
      if (event.key === 'j' || event.key === 'k') {
        const next = Math.max(0, Math.min(cards - 1, at + (event.key === 'j' ? 1 : -1)));
        places.current.get(next)?.focus();
      } else doing[event.key]?.(Math.max(0, at));
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return {
    placeOf: (nth: number) => (place: HTMLElement | null) => {
      if (place) places.current.set(nth, place);
      else places.current.delete(nth);
    },
  };
}

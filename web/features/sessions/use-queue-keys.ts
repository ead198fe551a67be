// The review queue by keyboard: j and k walk the cards, other keys decide about the one in focus.
import { useEffect, useRef } from 'react';

type QueueKeys = {
  count: number;
  /** While a dialog is open its own keys hold. */
  paused: boolean;
  on: Record<string, (index: number) => void>;
};

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** `cardRef(index)` is the ref of that card; the card that holds the focus is the current one, else the first. */
export function useQueueKeys({ count, paused, on }: QueueKeys) {
  const cards = useRef(new Map<number, HTMLElement>());
  const latest = useRef({ count, paused, on });
  latest.current = { count, paused, on };
  useEffect(() => {
    function current(): number {
      for (const [index, card] of cards.current) if (card.contains(document.activeElement)) return index;
      return -1;
    }
    function listen(event: KeyboardEvent) {
      const { count: cardCount, paused: isPaused, on: handlers } = latest.current;
      if (isPaused || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const at = current();
      if (event.key === 'j' || event.key === 'k') {
        const next = Math.max(0, Math.min(cardCount - 1, at + (event.key === 'j' ? 1 : -1)));
        cards.current.get(next)?.focus();
      } else handlers[event.key]?.(Math.max(0, at));
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return {
    cardRef: (index: number) => (card: HTMLElement | null) => {
      if (card) cards.current.set(index, card);
      else cards.current.delete(index);
    },
  };
}

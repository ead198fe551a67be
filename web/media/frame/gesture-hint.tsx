// A hint how to move a picture, for people who scroll over it while it lets the page scroll.
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

const hintMs = 2200;

type Hints = {
  /** Whether the wheel and a finger already move it. */
  isActive: () => boolean;
  wheel: string;
  touch?: string;
};

/** The hint that is to be shown now; empty for none. */
export function useGestureHint(box: RefObject<HTMLElement | null>, hints: Hints): string {
  const [hint, setHint] = useState('');
  const hintFor = useEffectEvent((event: WheelEvent | TouchEvent) => {
    if (hints.isActive()) return undefined;
    if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey ? undefined : hints.wheel;
    return event.touches.length === 1 ? hints.touch : undefined;
  });
  useEffect(() => {
    const target = box.current;
    if (!target) return;
    const lifetime = new AbortController();
    const options = { passive: true, signal: lifetime.signal };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (text: string) => {
      clearTimeout(timer);
      setHint(text);
      if (text) timer = setTimeout(setHint, hintMs, '');
    };
    const onGesture = (event: WheelEvent | TouchEvent) => {
      const text = hintFor(event);
      if (text) show(text);
    };
    target.addEventListener('wheel', onGesture, options);
    target.addEventListener('touchmove', onGesture, options);
    target.addEventListener('focus', () => show(''), options);
    return () => {
      clearTimeout(timer);
      lifetime.abort();
    };
  }, [box]);
  return hint;
}

export function GestureHint({ hint }: { hint: string }) {
  if (!hint) return null;
  return (
    <p className="pointer-events-none absolute inset-x-4 top-12 z-10 mx-auto w-fit animate-appear rounded-control bg-surface/95 px-3 py-2 text-center text-ink text-sm shadow-raised">
      {hint}
    </p>
  );
}

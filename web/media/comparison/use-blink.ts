// Blinking from one visit to the other: by itself at a calm pace, or by hand.
import { useEffect, useState } from 'react';
import { useMediaQuery } from '#web/lib/media-query.ts';
import { otherSide, type SideName } from './modes.ts';

/** One change a second is half a flash: far below the three that may harm (WCAG 2.3.1). */
const pace = 1000;

/** Whoever wants less motion gets none that starts by itself. */
export function useBlink(active: boolean, said: SideName, write: (side: SideName) => void) {
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [running, setRunning] = useState(true);
  const [shown, setShown] = useState(said);
  const [before, setBefore] = useState(said);
  if (before !== said) {
    setBefore(said);
    setShown(said);
  }
  const runs = active && running && !calm;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setShown(otherSide), pace);
    return () => clearInterval(timer);
  }, [runs]);
  return {
    shown,
    running: runs,
    calm,
    setRunning(now: boolean) {
      setRunning(now);
      if (!now) write(shown);
    },
    /** By hand: it stays where it was put. */
    change() {
      setRunning(false);
      setShown(otherSide(shown));
      write(otherSide(shown));
    },
  };
}

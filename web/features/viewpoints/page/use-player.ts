// Plays the dates of a viewpoint one after the other, each as soon as its time has come and its picture is there.
import { useEffect, useEffectEvent, useState } from 'react';

export const speeds = [1, 2, 3, 4] as const;
export type Speed = (typeof speeds)[number];

type PlayerOptions = {
  index: number;
  last: number;
  show: (index: number) => void;
  /** Resolves when the picture of that date can be shown at once, or cannot be loaded. */
  ready: (index: number) => Promise<unknown>;
};

export function usePlayer({ index, last, show, ready }: PlayerOptions) {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(2);
  const advance = useEffectEvent((to: number) => {
    show(to);
    if (to >= last) setPlaying(false);
  });
  const whenReady = useEffectEvent(ready);
  const next = index + 1;
  useEffect(() => {
    if (!isPlaying || next > last) return;
    let left = false;
    const time = new Promise((passed) => setTimeout(passed, 1000 / speed));
    void Promise.all([time, whenReady(next)]).then(() => !left && advance(next));
    return () => {
      left = true;
    };
  }, [isPlaying, speed, next, last]);
  return {
    isPlaying: isPlaying && index < last,
    speed,
    setSpeed,
    pause: () => setPlaying(false),
    /** From the first date where the last one is shown. */
    toggle() {
      if (!isPlaying && index >= last) show(0);
      setPlaying(!isPlaying);
    },
  };
}

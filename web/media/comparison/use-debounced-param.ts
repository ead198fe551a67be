// A value that follows a hand at once and is written to the address when the hand rests.
import { useCallback, useEffect, useRef, useState } from 'react';

const rest = 250;

/** What `value` says from outside wins over what was set here before. */
export function useDebouncedParam(value: number, write: (value: number) => void) {
  const [now, setNow] = useState(value);
  const [before, setBefore] = useState(value);
  if (before !== value) {
    setBefore(value);
    setNow(value);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const writing = useRef(write);
  useEffect(() => {
    writing.current = write;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = useCallback((next: number) => {
    const kept = Math.round(Math.min(100, Math.max(0, next)) * 10) / 10;
    setNow(kept);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => writing.current(kept), rest);
  }, []);
  return [now, set] as const;
}

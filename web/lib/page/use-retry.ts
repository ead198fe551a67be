// Tries again what could not be loaded: after a while, and once the connection is back.
import { useEffect, useEffectEvent } from 'react';

/** While `hasFailed`. `after`: so many milliseconds; null: only once the connection is back. */
export function useRetry(hasFailed: boolean, again: () => void, after: number | null): void {
  const retry = useEffectEvent(again);
  useEffect(() => {
    if (!hasFailed) return;
    const tryAgain = () => retry();
    const timer = after === null ? undefined : setTimeout(tryAgain, after);
    addEventListener('online', tryAgain);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', tryAgain);
    };
  }, [hasFailed, after]);
}

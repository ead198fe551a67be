// Keeps the screen awake while files travel, where the browser can: a phone that falls asleep stops sending.
import { useEffect } from 'react';

/** Answers how to let it sleep again. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  /** It is lost whenever the page is out of sight. A battery that runs low refuses it. */
  async function take() {
    if (document.visibilityState !== 'visible') return;
    const taken = await (navigator as Partial<Navigator>).wakeLock?.request('screen').catch(() => undefined);
    if (isOver) void taken?.release();
    else lock = taken;
  }
  void take();
  document.addEventListener('visibilitychange', take);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', take);
    void lock?.release();
  };
}

export function useAwake(isNeeded: boolean): void {
  useEffect(() => (isNeeded ? keepAwake() : undefined), [isNeeded]);
}

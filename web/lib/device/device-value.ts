// A fact of this device, read once for all parts of a page, and again whenever the page becomes visible.
import { createListeners } from './listeners.ts';

/** For useSyncExternalStore; `look` reads it again. */
export function createDeviceValue<Value>(read: () => Value) {
  const listeners = createListeners();
  let known: { value: Value } | undefined;
  function look(): void {
    known = undefined;
    listeners.notify();
  }
  const lookIfSeen = () => document.visibilityState === 'visible' && look();
  return {
    now(): Value {
      known ??= { value: read() };
      return known.value;
    },
    look,
    onChange(listener: () => void): () => void {
      // Notified once, however many events there are.
      document.addEventListener('visibilitychange', lookIfSeen);
      return listeners.add(listener);
    },
  };
}

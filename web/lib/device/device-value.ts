// A fact of this device, read once however many parts of a page ask for it, and anew whenever the page is seen again.
import { createListeners } from './listeners.ts';

/** For useSyncExternalStore; `look` reads it anew. */
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
      // Once, however often it is said.
      document.addEventListener('visibilitychange', lookIfSeen);
      return listeners.add(listener);
    },
  };
}

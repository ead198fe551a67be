// Functions that are called when something happens, and facts of this device that are read again then.

/** `add` answers how to stop listening. */
export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add(listener: (...args: Args) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(...args: Args): void {
      for (const listener of listeners) listener(...args);
    },
  };
}

// A fact of this device, read once for all parts of a page, and again whenever the page becomes visible.

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

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

/** For useSyncExternalStore; `refresh` reads it again. */
export function createDeviceValue<Value>(read: () => Value) {
  const listeners = createListeners();
  let known: { value: Value } | undefined;
  function refresh(): void {
    known = undefined;
    listeners.notify();
  }
  const refreshIfVisible = () => document.visibilityState === 'visible' && refresh();
  return {
    now(): Value {
      known ??= { value: read() };
      return known.value;
    },
    refresh,
    onChange(listener: () => void): () => void {
      // Notified once, however many events there are.
      document.addEventListener('visibilitychange', refreshIfVisible);
      return listeners.add(listener);
    },
  };
}

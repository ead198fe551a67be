// What is worth keeping in memory, within a bound: whatever was not used for longest makes room.

type Bound<Value> = {
  /** Room for so many values, or for so much of what `weigh` says of each. */
  most: number;
  weigh?: (value: Value) => number;
  /** What weighs more than that is not kept at all. */
  mostEach?: number;
};

export function createLruCache<Key, Value>({ most, weigh = () => 1, mostEach = most }: Bound<Value>) {
  const kept = new Map<Key, { value: Value; weight: number }>();
  let weight = 0;

  function drop(key: Key): void {
    weight -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  }

  return {
    /** Looking does not count as use. */
    peek: (key: Key): Value | undefined => kept.get(key)?.value,
    use(key: Key): Value | undefined {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    keep(key: Key, value: Value): void {
      const own = weigh(value);
      drop(key);
      if (own > mostEach) return;
      kept.set(key, { value, weight: own });
      weight += own;
      for (const oldest of kept.keys()) {
        if (weight <= most) break;
        drop(oldest);
      }
    },
    drop,
    clear(): void {
      kept.clear();
      weight = 0;
    },
  };
}

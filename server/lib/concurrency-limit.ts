// Lets so much work run at once; the rest waits in order, as long as the line may be.

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** `line`: how many may wait, and what is thrown at the next one; without it the line has no end. */
export function createConcurrencyLimit(most: number, line?: { most: number; refuse(): Error }): ConcurrencyLimit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running++;
    else if (line && waiting.length >= line.most) throw line.refuse();
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      // Whoever waits takes over this place; only an unclaimed one becomes free.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

// Lets so much work run at once; the rest waits in order.

export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

export function openQueue(most: number): Queue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running++;
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

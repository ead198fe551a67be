// A queue for each name, gone when nothing is in it any more.
import { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit.ts';

/** For each name lets so much work run at once; the rest waits in order. */
export function createKeyedLimit(most: number) {
  const queues = new Map<string, { run: ConcurrencyLimit; inside: number }>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(name) ?? { run: createConcurrencyLimit(most), inside: 0 };
    queues.set(name, queue);
    queue.inside++;
    try {
      return await queue.run(work);
    } finally {
      queue.inside--;
      if (queue.inside === 0) queues.delete(name);
    }
  };
}

// What answers of one process share: dear parts of them, such as counts of many rows, found out once until a topic changes.
import type { Topic } from '#contract/route.ts';
import { openBounded } from './bounded.ts';
import type { ReadyAnswers } from './ready.ts';

/** The result of `work`, or of whoever did it before under that key. The key names all that it depends on beside the database. */
export type Remember = <T>(key: string, work: () => Promise<T>) => Promise<T>;

type Known = { stamp: string; value: Promise<unknown> };

const room = 500;

/**
 * As long-lived and as fresh as ready answers: those are per address and person, and a page with another limit would count again. Many
 * who ask at once wait for one counting. The stamp is taken before the work begins, so that what a change overtook is asked by nobody.
 */
export function openRemembered(ready: Pick<ReadyAnswers, 'stamp' | 'isHearing'>) {
  const kept = openBounded<string, Known>({ most: room });

  function keep(key: string, known: Known): void {
    kept.keep(key, known);
    known.value.catch(() => kept.peek(key) === known && kept.drop(key));
  }

  return (topics: readonly Topic[]): Remember =>
    (key, work) => {
      if (!ready.isHearing()) return work();
      const stamp = ready.stamp(topics);
      const name = `${topics} ${key}`;
      const known = kept.use(name);
      if (known?.stamp === stamp) return known.value as ReturnType<typeof work>;
      const value = work();
      keep(name, { stamp, value });
      return value;
    };
}

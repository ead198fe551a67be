// Rate limit per person, for calls that cost us requests to other hosts.
import { LRUCache } from 'lru-cache';
import { tooMany } from '#server/lib/problem.ts';

const maxPeople = 10_000;

/** At most `max` calls in a window of `milliseconds` for each person; the next answers 429. Each process counts for itself. */
export function createRateLimit(limit: { max: number; milliseconds: number }, now: () => number = Date.now) {
  const counts = new LRUCache<number, { until: number; calls: number }>({ max: maxPeople });
  return (person: number): void => {
    const at = now();
    const open = counts.peek(person);
    const count = open && open.until > at ? open : { until: at + limit.milliseconds, calls: 0 };
    counts.set(person, count);
    count.calls++;
    if (count.calls <= limit.max) return;
    throw tooMany(
      'That is a lot of links at once. Please wait a minute; the form can be saved all the same.',
      (count.until - at) / 1000,
    );
  };
}

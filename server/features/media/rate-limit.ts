// How often somebody may ask for what costs us calls to other hosts.
import { createLruCache } from '#server/lib/lru-cache.ts';
import { tooMany } from '#server/lib/problem.ts';

const mostPeople = 10_000;

/** So many in so many milliseconds for each person; the next is a 429. Each process counts for itself. */
export function createRateLimit(limit: { most: number; milliseconds: number }, now: () => number = Date.now) {
  const counts = createLruCache<number, { until: number; asked: number }>({ most: mostPeople });
  return (person: number): void => {
    const at = now();
    const kept = counts.peek(person);
    const count = kept && kept.until > at ? kept : { until: at + limit.milliseconds, asked: 0 };
    counts.keep(person, count);
    count.asked++;
    if (count.asked <= limit.most) return;
    throw tooMany(
      'That is a lot of links at once. Please wait a minute; the form can be saved all the same.',
      (count.until - at) / 1000,
    );
  };
}

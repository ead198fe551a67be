// Rate limits: so many of one kind per person, or per address, in a window of time.
import { LRUCache } from 'lru-cache';
import { tooMany } from './problem.ts';

const maxPeople = 10_000;

type RateLimit = { max: number; milliseconds: number };

/** At most `max` in a window of `milliseconds` for each person, or address; the next answers 429 with the sentence. Each process counts for itself: what guards something counts in `server/db/shared-rate-limit.ts`. */
export function createRateLimit<Who extends number | string = number>(
  { max, milliseconds, sentence }: RateLimit & { sentence: string },
  now: () => number = Date.now,
) {
  const counts = new LRUCache<Who, { until: number; calls: number }>({ max: maxPeople });
  return (person: Who): void => {
    const at = now();
    const open = counts.peek(person);
    const count = open && open.until > at ? open : { until: at + milliseconds, calls: 0 };
    counts.set(person, count);
    count.calls++;
    if (count.calls > max) throw tooMany(sentence, (count.until - at) / 1000);
  };
}

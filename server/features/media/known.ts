// The pictures of a tab as one person may see them, known for a moment: an open album asks for each of its pictures.
import type { Topic } from '#contract/route.ts';
import { openBounded } from '#server/http/bounded.ts';
import type { ReadyAnswers } from '#server/http/ready.ts';
import type { SourceFile } from '#server/media/source.ts';

/** In their order, by id. */
export type Images = ReadonlyMap<string, SourceFile>;
type Known = { stamp: string; until: number; images: Promise<Images> };

/** Every write that changes who sees which link carries one of these. */
const topics: readonly Topic[] = ['sessions', 'projects', 'users'];
/** Files come and go, and are pinned, without a word to us. */
const lifeMilliseconds = 1_000;
const room = 200;

/**
 * Asks `read` once for all who come together under a key, and within a moment. A write that may change the answer ends it at
 * once, as it does ready answers; while this process cannot hear of writes nothing is known.
 */
export function openKnownImages(ready: Pick<ReadyAnswers, 'stamp' | 'isHearing'>, now: () => number = Date.now) {
  const kept = openBounded<string, Known>({ most: room });

  function keep(key: string, known: Known): void {
    kept.keep(key, known);
    known.images.catch(() => kept.peek(key) === known && kept.drop(key));
  }

  return {
    get(key: string, read: () => Promise<Images>): Promise<Images> {
      if (!ready.isHearing()) return read();
      const stamp = ready.stamp(topics);
      const found = kept.peek(key);
      if (found && found.stamp === stamp && found.until > now()) return found.images;
      const images = read();
      keep(key, { stamp, until: now() + lifeMilliseconds, images });
      return images;
    },
    forget: kept.drop,
  };
}
export type KnownImages = ReturnType<typeof openKnownImages>;

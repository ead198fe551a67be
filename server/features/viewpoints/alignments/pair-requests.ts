// Requests alignments for pages that don't wait for them: they are there the next time somebody opens the page.
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Homography } from '#contract/geometry/homography.ts';
import type { Tables } from '#server/db/schema.ts';
import { keyOf, queueInAdvance } from './queue.ts';
import { loadAlignment } from './stored.ts';

/** How long a pair is not asked for again: however often a page is opened, and though a file may be gone, it is one job each time. */
const restMs = 10 * 60_000;
const maxPairs = 5_000;

type Place = { sessionId: number; link: string; item: string; version: string };
const withFile = ({ item: file, ...place }: Place) => ({ ...place, file });

export type LookedAt = { older: Place; newer: Place; asks: boolean };

/** Which pairs these are, the server chooses or the sharer of a link did: readers cannot name any. */
export type PairRequests = ReturnType<typeof createPairRequests>;

export function createPairRequests(db: Kysely<Tables>) {
  const asked = new LRUCache<string, true>({ max: maxPairs, ttl: restMs });
  return {
    /** What is known of two flat pictures now: from shares of the older to shares of the newer one. `asks`: it is worth the work. */
    async alignment({ older, newer, asks }: LookedAt): Promise<Homography | null> {
      const [from, to] = [withFile(older), withFile(newer)];
      const stored = await loadAlignment(db, { older: from, newer: to });
      const key = keyOf('asked', [from.file, from.version, to.file, to.version]);
      if (asks && !stored?.settled && !asked.has(key)) {
        asked.set(key, true);
        await queueInAdvance(db, { kind: 'photo', older: from, newer: to });
      }
      return stored?.matrix ?? null;
    },
  };
}

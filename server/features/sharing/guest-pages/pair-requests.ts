// Asks for the alignment of pairs that guests look at, so that the next one who opens the page finds it.
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Homography } from '#contract/geometry/homography.ts';
import type { Tables } from '#server/db/schema.ts';
import { keyOf, queueAlignment } from '#server/features/viewpoints/alignments/queue.ts';
import { loadAlignment } from '#server/features/viewpoints/alignments/stored.ts';

/** How long a pair is not asked for again: however often a page is opened, and though a file may be gone, it is one job each time. */
const restMs = 10 * 60_000;
const maxPairs = 5_000;

type Place = { sessionId: number; link: string; item: string; version: string };
export type LookedAt = { older: Place; newer: Place };

/** Which pairs these are, the server chooses or their sharer did: guests cannot name any. */
export type PairRequests = ReturnType<typeof createPairRequests>;

export function createPairRequests(db: Kysely<Tables>) {
  const asked = new LRUCache<string, true>({ max: maxPairs, ttl: restMs });
  return {
    /** What is known of two flat pictures now: from shares of the older to shares of the newer one. */
    async alignment({ older, newer }: LookedAt): Promise<Homography | null> {
      const [from, to] = [older, newer].map(({ item, ...place }) => ({ ...place, file: item })) as [
        Parameters<typeof queueAlignment>[1]['older'],
        Parameters<typeof queueAlignment>[1]['newer'],
      ];
      const stored = await loadAlignment(db, { older: from, newer: to });
      const key = keyOf('guests', [from.file, from.version, to.file, to.version]);
      if (!stored?.settled && !asked.has(key)) {
        asked.set(key, true);
        await queueAlignment(db, { kind: 'photo', older: from, newer: to });
      }
      return stored?.matrix ?? null;
    },
  };
}

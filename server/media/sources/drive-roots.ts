// Whether a Drive folder or file lies beneath a folder that an admin bound to the project, found by walking its parents.

import { MediaError } from '#server/media/source-errors.ts';
import type { DriveApi } from './drive-api.ts';
import { createStaleIfErrorCache } from './stale-if-error-cache.ts';

const minute = 60_000;
/** Deeper folders, or items with many parents from before 2020, are not followed to their end. */
const maxSteps = 40;

/** By the service account; what it cannot see is beneath nothing. */
export function createDriveRoots(deps: { api: DriveApi; now: () => number }) {
  const { api, now } = deps;
  const cachedParents = createStaleIfErrorCache<readonly string[]>({
    freshMs: 5 * minute,
    staleMs: 60 * minute,
    max: 5_000,
    now,
  });
  const access = { credential: 'account', resourceKeys: new Map() } as const;

  function parentsOf(id: string): Promise<readonly string[]> {
    return cachedParents(id, async (retry) => {
      try {
        return (await api.get({ id, access, retry })).parents ?? [];
      } catch (error) {
        if (error instanceof MediaError && error.code === 'not_shared') return [];
        throw error;
      }
    });
  }

  return {
    async isBeneath(id: string, bound: ReadonlySet<string>): Promise<boolean> {
      if (bound.size === 0) return false;
      const seen = new Set([id]);
      for (const at of seen) {
        if (bound.has(at)) return true;
        if (seen.size > maxSteps) return false;
        for (const parent of await parentsOf(at)) seen.add(parent);
      }
      return false;
    },
  };
}

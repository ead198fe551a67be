// Whether a Drive folder or file lies beneath a folder that an admin bound to the project, found by walking its parents.
import type { DriveApi } from './drive-api.ts';
import { MediaError } from './source.ts';
import { createStaleIfErrorCache } from './stale-if-error-cache.ts';

const minute = 60_000;
/** Deeper nesting, or items with many parents from before 2020, are not followed to their end. */
const mostSteps = 40;

/** Asks as the service account; what that cannot see is beneath nothing. */
export function createDriveRoots(house: { api: DriveApi; now: () => number }) {
  const { api, now } = house;
  const kept = createStaleIfErrorCache<readonly string[]>({
    freshMs: 5 * minute,
    staleMs: 60 * minute,
    most: 5_000,
    now,
  });
  const reach = { access: 'account', resourceKeys: new Map() } as const;

  function parentsOf(id: string): Promise<readonly string[]> {
    return kept(id, async (patient) => {
      try {
        return (await api.get({ id, reach, patient })).parents ?? [];
      } catch (fault) {
        if (fault instanceof MediaError && fault.code === 'not_shared') return [];
        throw fault;
      }
    });
  }

  return {
    async isBeneath(id: string, bound: ReadonlySet<string>): Promise<boolean> {
      if (bound.size === 0) return false;
      const seen = new Set([id]);
      for (const at of seen) {
        if (bound.has(at)) return true;
        if (seen.size > mostSteps) return false;
        for (const parent of await parentsOf(at)) seen.add(parent);
      }
      return false;
    },
  };
}

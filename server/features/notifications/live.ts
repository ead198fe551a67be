// What has changed since, for browsers that neither a socket nor an event stream reaches (behaviour §5.4).
import type { api } from '#contract/api.ts';
import type { CacheVersions } from '#contract/core/preloaded-state.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';

type Options = { cacheVersions(): CacheVersions };

export const live = ({ cacheVersions }: Options): Handlers<typeof api.live> => ({
  async liveVersions({ actor }) {
    return { userId: actor.id, versions: cacheVersions() };
  },
});

// The route of what has changed since.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { LiveVersions } from '#contract/schemas/live.ts';

export const liveRoutes = {
  liveVersions: {
    access: can.authenticated,
    reply: LiveVersions,
    summary: 'A word for each topic that is another after every change, for browsers that no live channel reaches.',
  },
} satisfies RouteDefinitions;

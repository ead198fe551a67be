// The schemas and routes of what has changed since.
import * as z from 'zod/mini';
import { type Topic, topics } from '#contract/core/endpoint.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';

const word = z.string();
const Versions = z.object(Object.fromEntries(topics.map((topic) => [topic, word])) as Record<Topic, typeof word>);

/** `userId`: who asks. `versions`: for each topic a word that is another after every change to it; null where the server does not hear of changes just now. */
export const LiveVersions = z.object({ userId: z.number(), versions: z.nullable(Versions) });

export const liveRoutes = {
  liveVersions: {
    access: can.authenticated,
    reply: LiveVersions,
    summary: 'A word for each topic that is another after every change, for browsers that no live channel reaches.',
  },
} satisfies RouteDefinitions;

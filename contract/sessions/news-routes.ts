// The schemas and routes of what is new to a client since they were here.
import * as z from 'zod/mini';
import { ById, Instant, Ok } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { Session } from './routes.ts';

/** Per project, since when its releases are new to the asker, and how many there are; no projects before the first view at all. */
export const News = z.object({
  projects: z.array(z.object({ projectId: z.number(), since: Instant, visits: z.number() })),
});
export type News = z.infer<typeof News>;

/** The newest visit by date among what is new, else among everything released; `before`: the previous visit of the same site. */
export const NewestVisit = z.object({
  session: z.nullable(Session),
  before: z.nullable(z.object({ id: z.number(), captureDate: z.string() })),
});
export type NewestVisit = z.infer<typeof NewestVisit>;

export const newsRoutes = {
  news: {
    reply: News,
    access: can.followNews,
    summary: 'How many visits were released in each project since the asker was here.',
  },
  newestVisit: {
    reply: NewestVisit,
    access: can.followNews,
    summary: 'The newest released visit, and the one before it at the same site.',
  },
  markSeen: {
    params: ById,
    reply: Ok,
    access: can.followNews,
    summary: 'Says that a released visit was on the asker’s screen.',
  },
} satisfies RouteDefinitions;

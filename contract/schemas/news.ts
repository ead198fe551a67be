// The schemas of what is new to a client since they were here.
import * as z from 'zod/mini';
import { Instant } from './fields.ts';
import { Session } from './sessions.ts';

/** Of each project since when its releases are new to the asker, and how many there are; none of a project before the first look at all. */
export const News = z.object({
  projects: z.array(z.object({ projectId: z.number(), since: Instant, visits: z.number() })),
});
export type News = z.infer<typeof News>;

/** Of what is new the visit with the latest date, else of all that is released; `before`: the visit of the same site that came before it. */
export const NewestVisit = z.object({
  session: z.nullable(Session),
  before: z.nullable(z.object({ id: z.number(), captureDate: z.string() })),
});
export type NewestVisit = z.infer<typeof NewestVisit>;

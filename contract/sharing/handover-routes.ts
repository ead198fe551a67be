// The schemas and routes of handovers.
import * as z from 'zod/mini';
import { ById, Instant } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';

/** What is not in the archive, and why. */
export const LeftOut = z.object({
  captureDate: z.string(),
  site: z.nullable(z.string()),
  /** The file, or the tab. */
  name: z.string(),
  reason: z.string(),
});
export type LeftOut = z.infer<typeof LeftOut>;

export const HandoverState = z.object({
  /** `outdated`: something in it is shown to clients no more, or is shown otherwise. */
  state: z.enum(['none', 'preparing', 'ready', 'outdated']),
  /** While it is made ready: files that were read, of how many. */
  done: z.number(),
  total: z.number(),
  /** Once it is ready: how many files of visits, and the bytes of the whole archive. */
  files: z.number(),
  bytes: z.nullable(z.number()),
  visits: z.number(),
  readyAt: z.nullable(Instant),
  /** The originals, with their positions; else the copies that clients get. */
  originals: z.boolean(),
  leftOut: z.array(LeftOut),
  /** How many there are; `leftOut` names the first. */
  leftOutCount: z.number(),
});
export type HandoverState = z.infer<typeof HandoverState>;

export const handoverRoutes = {
  handover: {
    params: ById,
    reply: HandoverState,
    access: can.takeHandovers,
    summary: 'Progress and size of one’s own archive of a project, and what is not in it.',
  },
  makeHandover: {
    params: ById,
    reply: HandoverState,
    access: can.takeHandovers,
    summary: 'Prepares an archive of everything that was released from a project, or joins one that is being prepared.',
  },
  handoverFile: {
    params: ById,
    reply: '*/*',
    access: can.takeHandovers,
    summary: 'The archive of a project as a ZIP, by Range too: an interrupted download can be resumed.',
  },
} satisfies RouteDefinitions;

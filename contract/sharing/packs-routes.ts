// The schemas and routes of lender's packs.
import * as z from 'zod/mini';
import { ById, Instant, Paging } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { Period, ReportState } from './reports-routes.ts';

export const NewPack = z.object({ from: Period.shape.from, to: Period.shape.to });

export const Pack = z.object({
  id: z.number(),
  projectId: z.number(),
  /** From 1, in its project. */
  number: z.number(),
  from: z.string(),
  to: z.string(),
  madeAt: Instant,
  /** The number of the former pack of this period. */
  corrects: z.nullable(z.number()),
  /** A picture in it was taken back, or its visit is no longer released: it is no longer given out. */
  withdrawn: z.boolean(),
});
export type Pack = z.infer<typeof Pack>;

export const MadePack = z.object({ pack: Pack, report: ReportState });
export type MadePack = z.infer<typeof MadePack>;

export const packRoutes = {
  packs: {
    params: ById,
    query: Paging,
    reply: Pack,
    access: can.readPacks,
    summary: 'The lender’s packs of a project, newest first.',
  },
  makePack: {
    params: ById,
    body: NewPack,
    reply: MadePack,
    access: can.makePacks,
    summary: 'Makes the lender’s pack of a period, or finds the one that says the same already.',
  },
  packFile: {
    params: ById,
    reply: '*/*',
    access: can.readPacks,
    summary: 'The PDF of a lender’s pack.',
  },
} satisfies RouteDefinitions;

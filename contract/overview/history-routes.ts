// The schemas and routes of System History: what lists show, and when it was removed.
import * as z from 'zod/mini';
import { Instant, paging, searchText } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { Dispute, DisputeStatusParam } from '#contract/disputes/routes.ts';
import { can } from '#contract/policy.ts';
import { Session, SessionQuery } from '#contract/sessions/routes.ts';

export const SessionHistoryEntry = z.extend(Session, { removedAt: z.nullable(Instant) });

const { status, projectId, siteId, photographerId, from, to, decidedFrom, decidedTo } = SessionQuery.shape;
/** Those of the list of sessions; of a concern the visit that it is about has to meet them. */
const visit = { projectId, siteId, photographerId, from, to, decidedFrom, decidedTo };
const filters = { ...paging, q: z.optional(searchText), ...visit };

export const SessionHistoryQuery = z.object({ ...filters, status });

export const DisputeHistoryQuery = z.object({ ...filters, status: z.optional(DisputeStatusParam) });

export const DisputeHistoryEntry = z.extend(Dispute, { removedAt: z.nullable(Instant) });

/** In seconds; null where nothing ended in these days. */
const Times = z.object({ median: z.nullable(z.number()), count: z.number() });

/** Of concerns that were answered, or resolved, in the last `days`; and how many wait for their first answer longer than they should. */
export const ResponseTimes = z.object({ days: z.number(), firstAnswer: Times, resolution: Times, overdue: z.number() });
export type ResponseTimes = z.infer<typeof ResponseTimes>;

export const historyRoutes = {
  sessionHistory: {
    query: SessionHistoryQuery,
    reply: SessionHistoryEntry,
    access: can.readHistory,
    summary: 'All sessions ever recorded, newest first; those that hold the words and meet the filters.',
  },
  disputeHistory: {
    query: DisputeHistoryQuery,
    reply: DisputeHistoryEntry,
    access: can.readHistory,
    summary:
      'All concerns ever raised, newest first; those in which the words were written and whose visit meets the filters.',
  },
  responseTimes: {
    reply: ResponseTimes,
    access: can.readHistory,
    summary: 'Median times to the first answer to concerns and to their resolution, over 90 days.',
  },
} satisfies RouteDefinitions;

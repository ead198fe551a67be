// The routes of System History.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import * as schemas from '#contract/schemas/history.ts';

export const historyRoutes = {
  sessionHistory: {
    query: schemas.SessionHistoryQuery,
    reply: schemas.SessionHistoryEntry,
    access: can.readHistory,
    summary: 'All sessions ever recorded, newest first; those that hold the words and meet the filters.',
  },
  disputeHistory: {
    query: schemas.DisputeHistoryQuery,
    reply: schemas.DisputeHistoryEntry,
    access: can.readHistory,
    summary:
      'All concerns ever raised, newest first; those in which the words were written and whose visit meets the filters.',
  },
  responseTimes: {
    reply: schemas.ResponseTimes,
    access: can.readHistory,
    summary: 'Median times to the first answer to concerns and to their resolution, over 90 days.',
  },
} satisfies RouteDefinitions;

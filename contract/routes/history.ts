// The routes of System History.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { Paging } from '#contract/schemas/fields.ts';
import { DisputeHistoryEntry, ResponseTimes, SessionHistoryEntry } from '#contract/schemas/history.ts';

export const historyRoutes = {
  sessionHistory: {
    query: Paging,
    reply: SessionHistoryEntry,
    access: can.readHistory,
    summary: 'All sessions ever recorded, newest first.',
  },
  disputeHistory: {
    query: Paging,
    reply: DisputeHistoryEntry,
    access: can.readHistory,
    summary: 'All concerns ever raised, newest first.',
  },
  responseTimes: {
    reply: ResponseTimes,
    access: can.readHistory,
    summary: 'Median times to the first answer to concerns and to their resolution, over 90 days.',
  },
} satisfies RouteDefinitions;

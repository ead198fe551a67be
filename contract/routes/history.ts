// The routes of System History.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { Paging } from '#contract/schemas/fields.ts';
import { DisputeHistoryEntry, SessionHistoryEntry } from '#contract/schemas/history.ts';

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
} satisfies RouteDefinitions;

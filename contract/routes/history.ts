// The routes of System History.
import * as endpoints from '#contract/history.ts';
import { can } from '#contract/policy.ts';
import { route } from '#contract/route.ts';
import { Paging } from '#contract/schemas/fields.ts';
import { DisputeHistoryEntry, SessionHistoryEntry } from '#contract/schemas/history.ts';

export const history = {
  sessions: route(endpoints.sessionHistory, {
    query: Paging,
    reply: SessionHistoryEntry,
    access: can.readHistory,
    summary: 'All sessions ever recorded, newest first.',
  }),
  disputes: route(endpoints.disputeHistory, {
    query: Paging,
    reply: DisputeHistoryEntry,
    access: can.readHistory,
    summary: 'All concerns ever raised, newest first.',
  }),
};

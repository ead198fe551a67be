// The schemas of System History: what lists show, and when it was removed.
import * as z from 'zod/mini';
import { Dispute, DisputeStatusParam } from './disputes.ts';
import { Instant, paging, searchText } from './fields.ts';
import { Session, StatusParam } from './sessions.ts';

export const SessionHistoryEntry = z.extend(Session, { removedAt: z.nullable(Instant) });

export const SessionHistoryQuery = z.object({ ...paging, q: z.optional(searchText), status: z.optional(StatusParam) });

export const DisputeHistoryQuery = z.object({
  ...paging,
  q: z.optional(searchText),
  status: z.optional(DisputeStatusParam),
});

export const DisputeHistoryEntry = z.extend(Dispute, { removedAt: z.nullable(Instant) });

/** In seconds; null where nothing ended in these days. */
const Times = z.object({ median: z.nullable(z.number()), count: z.number() });

/** Of concerns that were answered, or resolved, in the last `days`; and how many wait for their first answer longer than they should. */
export const ResponseTimes = z.object({ days: z.number(), firstAnswer: Times, resolution: Times, overdue: z.number() });
export type ResponseTimes = z.infer<typeof ResponseTimes>;

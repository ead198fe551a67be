// The schemas of System History: what lists show, and when it was removed.
import * as z from 'zod/mini';
import { Dispute } from './disputes.ts';
import { Instant } from './fields.ts';
import { Session } from './sessions.ts';

export const SessionHistoryEntry = z.extend(Session, { removedAt: z.nullable(Instant) });

export const DisputeHistoryEntry = z.extend(Dispute, { removedAt: z.nullable(Instant) });

// System History for admins: sessions and concerns with everything that happened, removed ones included.
import * as z from 'zod/mini';
import { Dispute } from './disputes.ts';
import { Instant, paging } from './fields.ts';
import { can } from './policy.ts';
import { list } from './route.ts';
import { Session } from './sessions.ts';

export const sessionHistory = list('/api/history/sessions', {
  query: z.object(paging),
  reply: z.extend(Session, { removedAt: z.nullable(Instant) }),
  may: can.readHistory,
  topics: ['sessions', 'projects', 'users', 'disputes'],
  says: 'All sessions ever recorded, newest first.',
});

export const disputeHistory = list('/api/history/disputes', {
  query: z.object(paging),
  reply: z.extend(Dispute, { removedAt: z.nullable(Instant) }),
  may: can.readHistory,
  topics: ['disputes', 'sessions', 'projects', 'users'],
  says: 'All concerns ever raised, newest first.',
});

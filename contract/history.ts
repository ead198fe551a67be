// System History for admins: sessions and concerns with everything that happened, removed ones included.
import type { Paging } from '#contract/schemas/fields.ts';
import type { DisputeHistoryEntry, SessionHistoryEntry } from '#contract/schemas/history.ts';
import { list } from './endpoint.ts';

export const sessionHistory = list<{ query: typeof Paging; reply: typeof SessionHistoryEntry }>(
  '/api/history/sessions',
  { topics: ['sessions', 'projects', 'users', 'disputes'] },
);

export const disputeHistory = list<{ query: typeof Paging; reply: typeof DisputeHistoryEntry }>(
  '/api/history/disputes',
  { topics: ['disputes', 'sessions', 'projects', 'users'] },
);

// System History for admins: sessions and concerns with everything that happened, removed ones included.
import type { historyRoutes as routes } from '#contract/routes/history.ts';
import { list } from './endpoint.ts';

export const sessionHistory = list<typeof routes.sessionHistory>('/api/history/sessions', {
  topics: ['sessions', 'projects', 'users', 'disputes'],
});

export const disputeHistory = list<typeof routes.disputeHistory>('/api/history/disputes', {
  topics: ['disputes', 'sessions', 'projects', 'users'],
});

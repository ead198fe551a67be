// System History for admins: sessions and concerns with everything that happened, removed ones included.
import type { historyRoutes as routes } from '#contract/routes/history.ts';
import { get, list } from './endpoint.ts';

export type { ResponseTimes } from '#contract/schemas/history.ts';

export const sessionHistory = list<typeof routes.sessionHistory>('/api/history/sessions', {
  topics: ['sessions', 'projects', 'users', 'disputes'],
});

export const disputeHistory = list<typeof routes.disputeHistory>('/api/history/disputes', {
  topics: ['disputes', 'sessions', 'projects', 'users'],
});

export const responseTimesDays = 90;

export const responseTimes = get<typeof routes.responseTimes>('/api/history/response-times', {
  topics: ['disputes', 'sessions'],
});

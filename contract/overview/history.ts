// System History for admins: sessions and concerns with everything that happened, removed ones included.

import { get, list } from '#contract/core/endpoint.ts';
import type { historyRoutes as routes } from './history-routes.ts';

export type { ResponseTimes } from './history-routes.ts';

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

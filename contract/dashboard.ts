// The figures of the dashboards (behaviour §10.3) and the global search.
import type { dashboardRoutes as routes } from '#contract/routes/dashboard.ts';
import { get } from './endpoint.ts';

export type { DashboardStats, ResponseTimes, SearchResult } from '#contract/schemas/dashboard.ts';

export const dashboardStats = get<typeof routes.dashboardStats>('/api/dashboard/stats', {
  topics: ['sessions', 'projects', 'users'],
});

export const responseTimesDays = 90;

export const responseTimes = get<typeof routes.responseTimes>('/api/dashboard/response-times', {
  topics: ['disputes', 'sessions'],
});

/** The first 50 results or as many as `limit` says: a session asked for by its number, projects, sessions, newest first; `total` counts all. */
export const search = get<typeof routes.search>('/api/search', { topics: ['sessions', 'projects', 'users'] });

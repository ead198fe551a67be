// The figures of the dashboards (behaviour §10.3) and the global search.

import { get } from '#contract/core/endpoint.ts';
import type { dashboardRoutes as routes } from './dashboard-routes.ts';

export type {
  DashboardStats,
  FoundPerson,
  SearchFilters,
  SearchGroups,
  SearchResult,
} from './dashboard-routes.ts';

export const dashboardStats = get<typeof routes.dashboardStats>('/api/dashboard/stats', {
  topics: ['sessions', 'projects', 'users'],
});

/** The first 50 results or as many as `limit` says: a session asked for by its number, projects, sessions, newest first; `total` counts all. */
export const search = get<typeof routes.search>('/api/search', { topics: ['sessions', 'projects', 'users'] });

/** What is found beside them, in groups of its own: people, concerns, and sessions by their date. */
export const searchGroups = get<typeof routes.searchGroups>('/api/search/groups', {
  topics: ['sessions', 'projects', 'users', 'disputes'],
});

// The figures of the dashboards (behaviour §10.3) and the global search.
import type { DashboardStats, SearchQuery, SearchResults } from '#contract/schemas/dashboard.ts';
import { get } from './endpoint.ts';

export type { DashboardStats, SearchResult } from '#contract/schemas/dashboard.ts';

export const dashboardStats = get<{ reply: typeof DashboardStats }>('/api/dashboard/stats', {
  topics: ['sessions', 'projects', 'users'],
});

/** At most the first 50 results, projects first, newest first within each; `total` counts all. */
export const search = get<{ query: typeof SearchQuery; reply: typeof SearchResults }>('/api/search', {
  topics: ['sessions', 'projects', 'users'],
});

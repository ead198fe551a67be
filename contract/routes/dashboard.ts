// The routes of the dashboard figures and the global search.
import * as endpoints from '#contract/dashboard.ts';
import { can } from '#contract/policy.ts';
import { route } from '#contract/route.ts';
import { DashboardStats, SearchQuery, SearchResults } from '#contract/schemas/dashboard.ts';

export const dashboard = {
  figures: route(endpoints.dashboardStats, {
    reply: DashboardStats,
    access: can.authenticated,
    summary: 'The figures of the dashboard, of what the asker may see.',
  }),
  search: route(endpoints.search, {
    query: SearchQuery,
    reply: SearchResults,
    access: can.authenticated,
    summary: 'Projects and sessions that hold the words, among all that one may see.',
  }),
};

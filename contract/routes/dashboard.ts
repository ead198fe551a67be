// The routes of the dashboard figures and the global search.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { DashboardStats, ResponseTimes, SearchQuery, SearchResults } from '#contract/schemas/dashboard.ts';

export const dashboardRoutes = {
  dashboardStats: {
    reply: DashboardStats,
    access: can.authenticated,
    summary: 'The figures of the dashboard, of what the asker may see.',
  },
  responseTimes: {
    reply: ResponseTimes,
    access: can.readHistory,
    summary: 'Median times to the first answer to concerns and to their resolution, over 90 days.',
  },
  search: {
    query: SearchQuery,
    reply: SearchResults,
    access: can.authenticated,
    summary: 'Projects and sessions that hold the words, among all that one may see.',
  },
} satisfies RouteDefinitions;

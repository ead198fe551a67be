// The routes of the dashboard figures and the global search.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import {
  DashboardStats,
  SearchGroups,
  SearchGroupsQuery,
  SearchQuery,
  SearchResults,
} from '#contract/schemas/dashboard.ts';

export const dashboardRoutes = {
  dashboardStats: {
    reply: DashboardStats,
    access: can.authenticated,
    summary: 'The figures of the dashboard, of what the asker may see.',
  },
  search: {
    query: SearchQuery,
    reply: SearchResults,
    access: can.authenticated,
    summary: 'Projects and sessions that hold the words, among all that one may see.',
  },
  searchGroups: {
    query: SearchGroupsQuery,
    reply: SearchGroups,
    access: can.authenticated,
    summary: 'People, concerns and sessions of a date that a search finds beside its hits, among all that one may see.',
  },
} satisfies RouteDefinitions;

// The figures of the dashboards (decisions §6) and the global search.
import * as z from 'zod/mini';
import { can } from './policy.ts';
import { projectStatuses } from './projects.ts';
import { get } from './route.ts';
import { sessionStatuses } from './sessions.ts';

/** The four specified figures, and how many visible sessions there are in each status. */
export const DashboardStats = z.object({
  activeProjects: z.number(),
  pendingApproval: z.number(),
  weeklySessions: z.number(),
  activeUsers: z.number(),
  sessions: z.object({
    total: z.number(),
    pending: z.number(),
    approved: z.number(),
    rejected: z.number(),
    completed: z.number(),
  }),
});
export type DashboardStats = z.infer<typeof DashboardStats>;

export const dashboardStats = get('/api/dashboard/stats', {
  reply: DashboardStats,
  may: can.authenticated,
  topics: ['sessions', 'projects', 'users'],
  says: 'The figures of the dashboard, of what the asker may see.',
});

export const SearchResult = z.object({
  type: z.enum(['project', 'session']),
  id: z.number(),
  title: z.string(),
  subtitle: z.string(),
  status: z.enum([...projectStatuses, ...sessionStatuses]),
  projectId: z.number(),
});
export type SearchResult = z.infer<typeof SearchResult>;

/** At most the first 50 results, projects first, newest first within each; `total` counts all. */
export const search = get('/api/search', {
  query: z.object({ q: z._default(z.string().check(z.trim(), z.maxLength(200, 'The search is too long')), '') }),
  reply: z.object({ total: z.number(), results: z.array(SearchResult) }),
  may: can.authenticated,
  topics: ['sessions', 'projects', 'users'],
  says: 'Projects and sessions that hold the words, among all that one may see.',
});

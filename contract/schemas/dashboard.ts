// The schemas of the dashboard figures (behaviour §10.3) and of the global search.
import * as z from 'zod/mini';
import { projectStatuses } from '#contract/projects.ts';
import { sessionStatuses } from '#contract/sessions.ts';
import { limit } from './fields.ts';

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

export const SearchResult = z.object({
  type: z.enum(['project', 'session']),
  id: z.number(),
  title: z.string(),
  subtitle: z.string(),
  status: z.enum([...projectStatuses, ...sessionStatuses]),
  projectId: z.number(),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchQuery = z.object({
  q: z._default(z.string().check(z.trim(), z.maxLength(200, 'The search is too long')), ''),
  limit: z._default(limit, 50),
});

export const SearchResults = z.object({ total: z.number(), results: z.array(SearchResult) });

// The schemas and routes of the dashboard figures (behaviour §10.3) and of the global search.
import * as z from 'zod/mini';
import { Role } from '#contract/accounts/users-routes.ts';
import { limit } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { Dispute, DisputeStatusParam, Priority } from '#contract/disputes/routes.ts';
import { can } from '#contract/policy.ts';
import { projectStatuses } from '#contract/projects/endpoints.ts';
import { sessionStatuses } from '#contract/sessions/endpoints.ts';
import { SessionQuery, StatusParam } from '#contract/sessions/routes.ts';

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

/** Those of the lists. They are about visits: with any of them sessions and concerns are found, and nothing else. */
const filters = {
  /** Of a session or of a concern; nothing of the other kind has it. */
  status: z.optional(z.union([StatusParam, DisputeStatusParam], 'Status must be one of a session or of a concern')),
  /** Of a concern; no session has one. */
  priority: z.optional(Priority),
  projectId: SessionQuery.shape.projectId,
  siteId: SessionQuery.shape.siteId,
  photographerId: SessionQuery.shape.photographerId,
  from: SessionQuery.shape.from,
  to: SessionQuery.shape.to,
  decidedFrom: SessionQuery.shape.decidedFrom,
  decidedTo: SessionQuery.shape.decidedTo,
};

const SearchFilters = z.object(filters);
export type SearchFilters = z.infer<typeof SearchFilters>;

export const SearchQuery = z.object({
  ...filters,
  q: z._default(z.string().check(z.trim(), z.maxLength(200, 'The search is too long')), ''),
  limit: z._default(limit, 50),
});

export const SearchResults = z.object({ total: z.number(), results: z.array(SearchResult) });

/** A person as the search shows them; the username is for those who see the whole account. */
const FoundPerson = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.optional(z.string()),
  role: Role,
  profilePhotoUrl: z.nullable(z.string()),
  /** The newest project that the asker shares with them; null for admins, who see everybody. */
  projectId: z.nullable(z.number()),
});
export type FoundPerson = z.infer<typeof FoundPerson>;

export const SearchGroupsQuery = z.object({ ...filters, q: SearchQuery.shape.q, limit: z._default(limit, 5) });

/** What is found beside the hits; of each group the first rows, and how many there are in all. */
export const SearchGroups = z.object({
  people: z.object({ total: z.number(), rows: z.array(FoundPerson) }),
  concerns: z.object({ total: z.number(), rows: z.array(Dispute) }),
  /** Sessions captured, or decided, on the days that the search names, which hold its other words; null where it names none. */
  visits: z.nullable(
    z.object({
      total: z.number(),
      rows: z.array(SearchResult),
      from: z.string(),
      to: z.string(),
      words: z.string(),
      decided: z.boolean(),
    }),
  ),
});
export type SearchGroups = z.infer<typeof SearchGroups>;

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

// The schemas and routes of dashboards, search, the review's figures and the history.
import * as z from 'zod/mini';
import { Role } from '#contract/accounts/users-routes.ts';
import { Instant, limit, paging, searchText } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { Dispute, DisputeStatusParam, Priority } from '#contract/disputes/routes.ts';
import { NextVisit } from '#contract/planned-visits/routes.ts';
import { can } from '#contract/policy.ts';
import { projectStatuses } from '#contract/projects/endpoints.ts';
import { sessionStatuses } from '#contract/sessions/endpoints.ts';
import { reasonCodes } from '#contract/sessions/rejection.ts';
import { Session, SessionQuery, StatusParam } from '#contract/sessions/routes.ts';
import { markKinds } from '#contract/stages/endpoints.ts';
import { StageProgress } from '#contract/stages/routes.ts';
import { type FigureSpan, figureSpans } from './endpoints.ts';

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

export const OwnProject = z.object({
  id: z.number(),
  name: z.string(),
  status: z.enum(projectStatuses),
  coverUrl: z.nullable(z.string()),
  /** Of the newest visit that the asker may see. */
  lastCaptureDate: z.nullable(z.string()),
  /** Concerns that are open or in progress; `dueOn`: the next answer that is due. */
  concerns: z.object({ open: z.number(), overdue: z.number(), dueOn: z.nullable(z.string()) }),
  progress: z.nullable(StageProgress),
  /** The next visit that is planned. */
  nextVisit: z.nullable(NextVisit),
  /** Of its first site with a position, in degrees. */
  position: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
});
export type OwnProject = z.infer<typeof OwnProject>;

export const mostOwnProjects = 500;

export const OwnProjects = z.object({
  total: z.number(),
  projects: z.array(OwnProject),
  /** The operator names a map to show them on. */
  map: z.boolean(),
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

/** Those of the lists. They are about visits: with any of them sessions and concerns are found, and nothing else. */
const sessionFilters = {
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

const SearchFilters = z.object(sessionFilters);
export type SearchFilters = z.infer<typeof SearchFilters>;

export const SearchQuery = z.object({
  ...sessionFilters,
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

/** A stage of a project that the asker sees; `mark`: the last that stands. */
const FoundStage = z.object({
  id: z.number(),
  name: z.string(),
  projectName: z.string(),
  site: z.nullable(z.string()),
  mark: z.nullable(z.enum(markKinds)),
});
export type FoundStage = z.infer<typeof FoundStage>;

export const SearchGroupsQuery = z.object({ ...sessionFilters, q: SearchQuery.shape.q, limit: z._default(limit, 5) });

/** What is found beside the hits; of each group the first rows, and how many there are in all. */
export const SearchGroups = z.object({
  people: z.object({ total: z.number(), rows: z.array(FoundPerson) }),
  concerns: z.object({ total: z.number(), rows: z.array(Dispute) }),
  /** Left out by what devices keep from before there were stages. */
  stages: z.optional(z.object({ total: z.number(), rows: z.array(FoundStage) })),
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

/** Errands of one person; 0 where there is none. `first`: of several the one that waits longest. */
const Errands = z.object({ count: z.number(), first: z.nullable(z.number()) });

export const Needs = z.object({
  /** Sessions to decide about; those whose files are still uploading are none yet. */
  review: z.number(),
  /** Concerns whose first answer is overdue. */
  overdue: z.number(),
  /** Stages that were claimed and wait to be seen, by their ids. */
  claims: Errands,
  /** Sessions of whose files nothing has come for a day, by their ids. */
  stuck: Errands,
  /** Own sessions that were sent back. */
  rejected: z.number(),
  /** Planned visits of a day that is over, and of today. */
  visits: z.object({ late: z.number(), today: z.number() }),
});
export type Needs = z.infer<typeof Needs>;

export const dashboardRoutes = {
  dashboardStats: {
    reply: DashboardStats,
    access: can.authenticated,
    summary: 'The figures of the dashboard, of what the asker may see.',
  },
  needs: {
    reply: Needs,
    access: can.seePresentContent,
    summary: 'What needs the asker now, by number: for admins and photographers.',
  },
  ownProjects: {
    reply: OwnProjects,
    access: can.authenticated,
    summary: 'The projects of the asker, those that need them first, with their stages, visits and concerns.',
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
    summary:
      'People, concerns, stages and sessions of a date that a search finds beside its hits, among all that one may see.',
  },
} satisfies RouteDefinitions;

export const mapRoutes = {
  mapTiles: {
    reply: '*/*',
    access: can.authenticated,
    summary: 'The tiles of the operator’s map, one PMTiles archive, whole or by Range.',
  },
} satisfies RouteDefinitions;

const spans = Object.keys(figureSpans);
const noSpan = `days must be ${spans.slice(0, -1).join(', ')} or ${spans.at(-1)}`;

export const FigureQuery = z.object({
  days: z._default(
    z.pipe(
      z.enum(spans as [string, ...string[]], noSpan),
      z.transform((text) => Number(text) as FigureSpan),
    ),
    30,
  ),
});

/** Of the decisions within the days; the median in seconds from submission to decision, null where there was none. */
const decided = {
  decisions: z.number(),
  median: z.nullable(z.number()),
  /** Sessions decided for the first time, and how many of them were approved. */
  first: z.number(),
  passed: z.number(),
};

/** What waits now: how many, and since when the oldest and the middle one. */
const waiting = { waiting: z.number(), oldest: z.nullable(Instant), middle: z.nullable(Instant) };

export const FigureRow = z.object({ id: z.number(), name: z.string(), ...waiting, ...decided });
export type FigureRow = z.infer<typeof FigureRow>;

export const ReviewFigures = z.object({
  days: z.number(),
  /** First and last day, as the company's clock counts them. */
  from: z.string(),
  until: z.string(),
  timeZone: z.string(),
  all: z.object({ ...waiting, ...decided }),
  photographers: z.array(FigureRow),
  projects: z.array(FigureRow),
  /** Of rejections within the days, most frequent first; one that names several counts for each. */
  reasons: z.array(z.object({ reason: z.enum(reasonCodes), rejections: z.number() })),
  /** Days, weeks or months, oldest first, each by its first day within the span. */
  periods: z.array(z.object({ from: z.string(), ...decided })),
});
export type ReviewFigures = z.infer<typeof ReviewFigures>;

export const figureRoutes = {
  reviewFigures: {
    query: FigureQuery,
    reply: ReviewFigures,
    access: can.reviewSessions,
    summary: 'What waits for a decision, how long decisions took, and what passed at its first submission.',
  },
  reviewFiguresTable: {
    query: FigureQuery,
    reply: '*/*',
    access: can.reviewSessions,
    summary: 'The same figures as CSV.',
  },
} satisfies RouteDefinitions;

export const SessionHistoryEntry = z.extend(Session, { removedAt: z.nullable(Instant) });

const { status, projectId, siteId, photographerId, from, to, decidedFrom, decidedTo } = SessionQuery.shape;
/** Those of the list of sessions; of a concern the visit that it is about has to meet them. */
const visit = { projectId, siteId, photographerId, from, to, decidedFrom, decidedTo };
const filters = { ...paging, q: z.optional(searchText), ...visit };

export const SessionHistoryQuery = z.object({ ...filters, status });

export const DisputeHistoryQuery = z.object({ ...filters, status: z.optional(DisputeStatusParam) });

export const DisputeHistoryEntry = z.extend(Dispute, { removedAt: z.nullable(Instant) });

/** In seconds; null where nothing ended in these days. */
const Times = z.object({ median: z.nullable(z.number()), count: z.number() });

/** Of concerns that were answered, or resolved, in the last `days`; and how many wait for their first answer longer than they should. */
export const ResponseTimes = z.object({ days: z.number(), firstAnswer: Times, resolution: Times, overdue: z.number() });
export type ResponseTimes = z.infer<typeof ResponseTimes>;

export const historyRoutes = {
  sessionHistory: {
    query: SessionHistoryQuery,
    reply: SessionHistoryEntry,
    access: can.readHistory,
    summary: 'All sessions ever recorded, newest first; those that hold the words and meet the filters.',
  },
  disputeHistory: {
    query: DisputeHistoryQuery,
    reply: DisputeHistoryEntry,
    access: can.readHistory,
    summary:
      'All concerns ever raised, newest first; those in which the words were written and whose visit meets the filters.',
  },
  responseTimes: {
    reply: ResponseTimes,
    access: can.readHistory,
    summary: 'Median times to the first answer to concerns and to their resolution, over 90 days.',
  },
} satisfies RouteDefinitions;

// The figures of the dashboards (behaviour §10.3), the global search, the review's figures and the history.
import { get, list } from '#contract/core/endpoint.ts';
import type { dashboardRoutes, figureRoutes, historyRoutes, mapRoutes } from './routes.ts';

export type {
  DashboardStats,
  FoundPerson,
  FoundStage,
  Needs,
  OwnProject,
  SearchFilters,
  SearchGroups,
  SearchResult,
} from './routes.ts';

export const dashboardStats = get<typeof dashboardRoutes.dashboardStats>('/api/dashboard/stats', {
  topics: ['sessions', 'projects', 'users'],
});

/** What needs an admin or a photographer now (behaviour §10.12). */
export const needs = get<typeof dashboardRoutes.needs>('/api/dashboard/needs', {
  topics: ['sessions', 'projects', 'disputes', 'stages', 'plannedVisits', 'users', 'settings'],
});

/** For whoever has more than one project: a row each, those that need the asker first (behaviour §31.8). */
export const ownProjects = get<typeof dashboardRoutes.ownProjects>('/api/dashboard/projects', {
  topics: ['projects', 'sessions', 'disputes', 'stages', 'plannedVisits', 'users', 'settings'],
});

/** One PMTiles archive, by ranges; only where the operator names one (MAP_TILES). */
export const mapTiles = get<typeof mapRoutes.mapTiles>('/api/map-tiles');

/** The first 50 results or as many as `limit` says: a session asked for by its number, projects, sessions, newest first; `total` counts all. */
export const search = get<typeof dashboardRoutes.search>('/api/search', { topics: ['sessions', 'projects', 'users'] });

/** What is found beside them, in groups of its own: people, concerns, and sessions by their date. */
export const searchGroups = get<typeof dashboardRoutes.searchGroups>('/api/search/groups', {
  topics: ['sessions', 'projects', 'users', 'disputes', 'stages'],
});

// The figures of the review: what waits, how long decisions took, and what passed at its first submission (behaviour §25).
export type { FigureRow, ReviewFigures } from './routes.ts';

/** Over how many days, today among them; each with the periods that its plot and table are made of. */
export const figureSpans = { 30: 'day', 90: 'week', 365: 'month' } as const;
export type FigureSpan = keyof typeof figureSpans;

export const reviewFigures = get<typeof figureRoutes.reviewFigures>('/api/review-figures', {
  topics: ['sessions', 'projects', 'users', 'settings'],
});

export const reviewFiguresTable = get<typeof figureRoutes.reviewFiguresTable>('/api/review-figures/table.csv');

// System History for admins: sessions and concerns with everything that happened, removed ones included.
export type { ResponseTimes } from './routes.ts';

export const sessionHistory = list<typeof historyRoutes.sessionHistory>('/api/history/sessions', {
  topics: ['sessions', 'projects', 'users', 'disputes'],
});

export const disputeHistory = list<typeof historyRoutes.disputeHistory>('/api/history/disputes', {
  topics: ['disputes', 'sessions', 'projects', 'users'],
});

export const responseTimesDays = 90;

export const responseTimes = get<typeof historyRoutes.responseTimes>('/api/history/response-times', {
  topics: ['disputes', 'sessions'],
});

// Planned visits: the days on which somebody is expected at a site (behaviour §33).
import { del, get, list, patch, post } from '#contract/core/endpoint.ts';
import type { plannedVisitRoutes } from './routes.ts';

export type { NextVisit, PlannedVisit } from './routes.ts';

/** An open one is planned, due on the present day, or late; by the calendar where the company is. */
export const openStates = ['planned', 'due', 'late'] as const;
export const visitStates = [...openStates, 'fulfilled', 'skipped'] as const;
export type VisitState = (typeof visitStates)[number];

/** A session fulfils a planned visit that is at most so many days away, before or after. */
export const fulfilDays = 7;

const readTopics = ['plannedVisits', 'projects', 'sessions', 'users', 'settings'] as const;

/** Of the projects where the asker may submit sessions, or of one of them. */
export const plannedVisits = list<typeof plannedVisitRoutes.plannedVisits>('/api/planned-visits', {
  topics: readTopics,
});

/** The next one of a project, for everybody who sees the project. */
export const nextVisit = get<typeof plannedVisitRoutes.nextVisit>('/api/projects/:id/next-visit', {
  topics: readTopics,
  row: 'project',
});

export const planVisit = post<typeof plannedVisitRoutes.planVisit>('/api/projects/:id/planned-visits', {
  status: 201,
  topics: ['plannedVisits'],
  row: 'project',
  idempotencyKey: true,
});

export const editPlannedVisit = patch<typeof plannedVisitRoutes.editPlannedVisit>('/api/planned-visits/:id', {
  topics: ['plannedVisits'],
  row: 'plannedVisit',
  idempotencyKey: true,
});

export const skipPlannedVisit = post<typeof plannedVisitRoutes.skipPlannedVisit>('/api/planned-visits/:id/skip', {
  topics: ['plannedVisits'],
  row: 'plannedVisit',
  idempotencyKey: true,
});

export const removePlannedVisit = del<typeof plannedVisitRoutes.removePlannedVisit>('/api/planned-visits/:id', {
  topics: ['plannedVisits'],
  row: 'plannedVisit',
  idempotencyKey: false,
});

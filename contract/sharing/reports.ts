// Reports: PDFs of a session or of a period of a project, made when they are asked for (behaviour §17.2).

import { del, get, post } from '#contract/core/endpoint.ts';
import type { reportRoutes as routes } from './reports-routes.ts';

export type { PeriodPreview, ReportState } from './reports-routes.ts';

/** For whom: the crew and admins, clients, or whoever holds a link. */
export const reportEditions = ['crew', 'client', 'guest'] as const;
export type ReportEdition = (typeof reportEditions)[number];

/** Pictures of a session report, beside its pairs. */
export const reportSizes = [12, 24, 60] as const;

/** So many sessions does a period report list; a longer period is to be narrowed. */
export const maxReportSessions = 5000;
/** Pairs of pictures in a period report. */
export const maxReportPairs = 30;

/** Starts it, or joins its making; `reportState` then says how far it is. */
export const makeSessionReport = post<typeof routes.makeSessionReport>('/api/sessions/:id/report', {
  status: 202,
  topics: [],
  row: 'session',
  idempotencyKey: false,
});

export const makePeriodReport = post<typeof routes.makePeriodReport>('/api/projects/:id/report', {
  status: 202,
  topics: [],
  row: 'project',
  idempotencyKey: false,
});

export const periodPreview = get<typeof routes.periodPreview>('/api/projects/:id/report-preview', {
  topics: ['sessions', 'projects', 'users', 'viewpoints'],
  row: 'project',
});

export const reportState = get<typeof routes.reportState>('/api/reports/:key');

export const cancelReport = del<typeof routes.cancelReport>('/api/reports/:key', { topics: [], idempotencyKey: false });

/** The PDF itself: browsers save it by its address. */
export const reportFile = get<typeof routes.reportFile>('/api/reports/:key/file');

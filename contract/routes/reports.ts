// The routes of reports.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { ById, Ok } from '#contract/schemas/fields.ts';
import * as schemas from '#contract/schemas/reports.ts';

export const reportRoutes = {
  makeSessionReport: {
    params: ById,
    body: schemas.SessionReport,
    reply: schemas.ReportState,
    access: can.authenticated,
    row: 'session',
    summary: 'Makes a PDF of a session, or joins its making; for clients from what was released.',
  },
  makePeriodReport: {
    params: ById,
    body: schemas.PeriodReport,
    reply: schemas.ReportState,
    access: can.authenticated,
    row: 'project',
    summary: 'Makes a PDF of a project from one day to another, or joins its making.',
  },
  periodPreview: {
    params: ById,
    query: schemas.Period,
    reply: schemas.PeriodPreview,
    access: can.authenticated,
    summary: 'What a report of this period would hold, with the pairs of pictures to choose from.',
  },
  reportState: {
    params: schemas.ReportPath,
    reply: schemas.ReportState,
    access: can.authenticated,
    summary: 'How far a report is that one asked for.',
  },
  cancelReport: {
    params: schemas.ReportPath,
    reply: Ok,
    access: can.authenticated,
    summary: 'Ends the making of a report, unless somebody else waits for it too.',
  },
  reportFile: {
    params: schemas.ReportPath,
    reply: '*/*',
    access: can.authenticated,
    summary: 'The PDF of a report that one asked for.',
  },
} satisfies RouteDefinitions;

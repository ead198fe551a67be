// The schemas and routes of planned visits.
import * as z from 'zod/mini';
import { PersonRef } from '#contract/accounts/users-routes.ts';
import { ById, day, Instant, id, idText, Ok, optionalText, paging, text, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { openStates, visitStates } from './endpoints.ts';

export const PlannedVisit = z.object({
  id: z.number(),
  projectId: z.number(),
  projectName: z.string(),
  /** Null: the project as a whole. */
  site: z.nullable(z.object({ id: z.number(), name: z.string() })),
  day: z.string(),
  state: z.enum(visitStates),
  /** Who is to go; null: anybody who may submit there. */
  photographer: z.nullable(PersonRef),
  note: z.nullable(z.string()),
  skipped: z.nullable(z.object({ reason: z.string(), byName: z.string(), at: Instant })),
  /** The session that fulfilled it. */
  session: z.nullable(z.object({ id: z.number(), captureDate: z.string() })),
  version: z.number(),
});
export type PlannedVisit = z.infer<typeof PlannedVisit>;

/** All that clients read of what is planned. */
export const NextVisit = z.object({ day: z.string(), state: z.enum(openStates) });
export type NextVisit = z.infer<typeof NextVisit>;

const photographerId = z.optional(z.nullable(id('The photographer’s id must be a whole number')));
const note = optionalText(2000, 'The note');
const visitDay = day('Choose the day of the visit');

export const NewPlannedVisit = z.object({
  /** Left out, it is the only site of the project, or the project as a whole where it has none. */
  siteId: z.optional(z.nullable(id('The site’s id must be a whole number'))),
  day: visitDay,
  photographerId,
  note,
});

/** What is left out stays; null empties. */
export const PlannedVisitEdit = z.object({ day: z.optional(visitDay), photographerId, note, version });

export const Skip = z.object({ reason: text('Say why the visit is skipped', 500, 'The reason'), version });

export const PlannedVisitsQuery = z.object({
  ...paging,
  projectId: z.optional(idText('projectId must be a whole number')),
  /** Open ones by their day, or those that are done with, the latest first. */
  show: z._default(z.enum(['open', 'done'], 'show must be open or done'), 'open'),
});

export const plannedVisitRoutes = {
  plannedVisits: {
    query: PlannedVisitsQuery,
    reply: PlannedVisit,
    access: can.submitSessions,
    summary: 'Planned visits: all for admins; for photographers their own open ones and those that anybody may take.',
  },
  nextVisit: {
    params: ById,
    reply: z.object({ next: z.nullable(NextVisit) }),
    access: can.authenticated,
    summary: 'Day and state of the next planned visit of a project.',
  },
  planVisit: {
    params: ById,
    body: NewPlannedVisit,
    reply: PlannedVisit,
    access: can.manageVisits,
    summary: 'Plans a visit to a site, or to a project without sites.',
  },
  editPlannedVisit: {
    params: ById,
    body: PlannedVisitEdit,
    reply: PlannedVisit,
    access: can.manageVisits,
    summary: 'Changes the day, photographer or note of an open planned visit.',
  },
  skipPlannedVisit: {
    params: ById,
    body: Skip,
    reply: PlannedVisit,
    access: can.manageVisits,
    summary: 'Skips an open planned visit, with a reason.',
  },
  removePlannedVisit: {
    params: ById,
    reply: Ok,
    access: can.manageVisits,
    summary: 'Removes a planned visit that no session fulfilled.',
  },
} satisfies RouteDefinitions;

// The schemas and routes of viewing sessions: what is new to a client, which admins have one open, and saved filters.
import * as z from 'zod/mini';
import { PersonRef } from '#contract/accounts/users-routes.ts';
import { ById, Instant, Ok, Paging, text, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { maxFilterName } from './endpoints.ts';
import { Session } from './routes.ts';

/** Per project, since when its releases are new to the asker, and how many there are; no projects before the first view at all. */
export const News = z.object({
  projects: z.array(z.object({ projectId: z.number(), since: Instant, visits: z.number() })),
});
export type News = z.infer<typeof News>;

/**
 * The newest visit by date among what is new, else among everything released; `before`: the previous visit of the same site. `videoCover`:
 * the address of a video's picture at s400, where it has none from above. `hasThenAndNow`: a viewpoint of its project shows two days.
 */
export const NewestVisit = z.object({
  session: z.nullable(Session),
  videoCover: z.nullable(z.string()),
  hasThenAndNow: z.boolean(),
  before: z.nullable(z.object({ id: z.number(), captureDate: z.string() })),
});
export type NewestVisit = z.infer<typeof NewestVisit>;

export const newsRoutes = {
  news: {
    reply: News,
    access: can.followNews,
    summary: 'How many visits were released in each project since the asker was here.',
  },
  newestVisit: {
    reply: NewestVisit,
    access: can.followNews,
    summary: 'The newest released visit, and the one before it at the same site.',
  },
  markSeen: {
    params: ById,
    reply: Ok,
    access: can.followNews,
    summary: 'Says that a released visit was on the asker’s screen.',
  },
} satisfies RouteDefinitions;

const badQuery = 'The filter must be the query of an address';

/** The query of the list. It may name something that is gone by now: the list then opens without that filter. */
const query = z
  .string(badQuery)
  .check(z.maxLength(1000, 'This filter is too long to be kept'), z.regex(/^[\w\-.~!$&'()*+,;=:@%/?]+$/, badQuery));

export const SavedFilter = z.object({ id: z.number(), name: z.string(), query: z.string(), version: z.number() });
export type SavedFilter = z.infer<typeof SavedFilter>;

const name = text('Give the filter a name', maxFilterName, 'The name');

export const NewSavedFilter = z.object({ name, query });

export const SavedFilterEdit = z.object({ name: z.optional(name), query: z.optional(query), version });

const access = can.authenticated;

export const savedFilterRoutes = {
  savedFilters: {
    query: Paging,
    reply: SavedFilter,
    access,
    summary: 'The filters of the list of sessions that one keeps, in the order in which they were saved.',
  },
  saveFilter: {
    body: NewSavedFilter,
    reply: SavedFilter,
    access,
    summary: 'Keeps a filter under a name that none of one’s others has.',
  },
  editSavedFilter: {
    params: ById,
    body: SavedFilterEdit,
    reply: SavedFilter,
    access,
    summary: 'Renames one of one’s own, or lets it hold another filter.',
  },
  removeSavedFilter: { params: ById, reply: Ok, access, summary: 'Removes one of one’s own.' },
} satisfies RouteDefinitions;

/** `others`: who else is viewing it, in order of arrival. */
export const Presence = z.object({ others: z.array(PersonRef) });
export type Presence = z.infer<typeof Presence>;

const badTab = 'tab must be a short key';

/** Which of one's tabs: each has a lease of its own. */
export const Tab = z.object({ tab: z._default(z.string(badTab).check(z.regex(/^[\w-]{0,64}$/, badTab)), '') });

const common = { params: ById, access: can.reviewSessions } as const;

export const presenceRoutes = {
  presence: {
    ...common,
    reply: Presence,
    summary: 'The other admins who have a session open for review now.',
  },
  enterPresence: {
    ...common,
    query: Tab,
    reply: Presence,
    summary: 'Says for a minute that one looks at a session; tells who else does.',
  },
  leavePresence: {
    ...common,
    query: Tab,
    reply: Ok,
    summary: 'Says that one looks at a session no longer.',
  },
} satisfies RouteDefinitions;

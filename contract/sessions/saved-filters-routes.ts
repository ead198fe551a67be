// The schemas and routes of filters that somebody keeps.
import * as z from 'zod/mini';
import { ById, Ok, Paging, text, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { maxFilterName } from './saved-filters.ts';

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

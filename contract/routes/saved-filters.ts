// The routes of filters that somebody keeps: everybody their own.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { ById, Ok, Paging } from '#contract/schemas/fields.ts';
import * as schemas from '#contract/schemas/saved-filters.ts';

const access = can.authenticated;

export const savedFilterRoutes = {
  savedFilters: {
    query: Paging,
    reply: schemas.SavedFilter,
    access,
    summary: 'The filters of the list of sessions that one keeps, in the order in which they were saved.',
  },
  saveFilter: {
    body: schemas.NewSavedFilter,
    reply: schemas.SavedFilter,
    access,
    summary: 'Keeps a filter under a name that none of one’s others has.',
  },
  editSavedFilter: {
    params: ById,
    body: schemas.SavedFilterEdit,
    reply: schemas.SavedFilter,
    access,
    summary: 'Renames one of one’s own, or lets it hold another filter.',
  },
  removeSavedFilter: { params: ById, reply: Ok, access, summary: 'Removes one of one’s own.' },
} satisfies RouteDefinitions;

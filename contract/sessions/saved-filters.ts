// Filters of the list of sessions that somebody keeps under a name, for themselves.

import { del, list, patch, post } from '#contract/core/endpoint.ts';
import type { savedFilterRoutes as routes } from './saved-filters-routes.ts';

export type { SavedFilter } from './saved-filters-routes.ts';

/** Of one person. */
export const maxSavedFilters = 20;
export const maxFilterName = 60;

const topics = ['preferences'] as const;

export const savedFilters = list<typeof routes.savedFilters>('/api/saved-filters', { topics });

export const saveFilter = post<typeof routes.saveFilter>('/api/saved-filters', {
  status: 201,
  topics,
  idempotencyKey: true,
});

export const editSavedFilter = patch<typeof routes.editSavedFilter>('/api/saved-filters/:id', {
  topics,
  idempotencyKey: true,
});

export const removeSavedFilter = del<typeof routes.removeSavedFilter>('/api/saved-filters/:id', {
  topics,
  idempotencyKey: false,
});

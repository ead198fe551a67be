// What is new to a client since they were here, and the visit that they see first (behaviour §24).

import { get, put } from '#contract/core/endpoint.ts';
import type { newsRoutes as routes } from './news-routes.ts';

export type { NewestVisit, News } from './news-routes.ts';

/** Looks that lie no further apart belong to one stay: what was new when it began stays new until it ends. */
export const stayMinutes = 30;

const released = ['sessions', 'projects', 'users', 'disputes'] as const;

export const news = get<typeof routes.news>('/api/news', { topics: ['sessions', 'projects'] });

export const newestVisit = get<typeof routes.newestVisit>('/api/news/newest-visit', { topics: released });

/** Touches no topic: within a stay it changes no answer, not even its own. */
export const markSeen = put<typeof routes.markSeen>('/api/sessions/:id/seen', {
  topics: [],
  row: 'session',
  idempotencyKey: false,
});

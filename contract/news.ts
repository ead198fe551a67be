// What is new to a client since they were here, and the visit that they see first (behaviour §24).
import type { newsRoutes as routes } from '#contract/routes/news.ts';
import { get, put } from './endpoint.ts';

export type { NewestVisit, News } from '#contract/schemas/news.ts';

/** Looks that lie no further apart belong to one stay: what was new when it began stays new until it ends. */
export const stayMinutes = 30;

const released = ['sessions', 'projects', 'users', 'disputes'] as const;

export const news = get<typeof routes.news>('/api/news', { topics: ['sessions', 'projects'] });

export const newestVisit = get<typeof routes.newestVisit>('/api/news/newest-visit', { topics: released });

/** Touches no topic: within a stay it changes no answer, not even its own. */
export const markSeen = put<typeof routes.markSeen>('/api/sessions/:id/seen');

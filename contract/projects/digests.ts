// What is new in a project, in words that somebody passes on.

import { get } from '#contract/core/endpoint.ts';
import type { digestRoutes as routes } from './digests-routes.ts';

/** The last seven days, from released records only. */
export const projectSummary = get<typeof routes.projectSummary>('/api/projects/:id/summary', {
  topics: ['sessions', 'projects', 'disputes', 'users'],
  row: 'project',
});

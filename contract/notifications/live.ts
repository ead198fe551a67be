// What a browser asks where neither a socket nor an event stream gets through (behaviour §5.4).

import { get } from '#contract/core/endpoint.ts';
import type { liveRoutes as routes } from './live-routes.ts';

/** It names no topics: the answer is that of the moment. */
export const liveVersions = get<typeof routes.liveVersions>('/api/live/versions');

// The landing page's demo requests: stored, so that no lead is lost (behaviour §10.7).

import { list, post } from '#contract/core/endpoint.ts';
import type { demoRequestRoutes as routes } from './demo-requests-routes.ts';

export const createDemoRequest = post<typeof routes.createDemoRequest>('/api/demo-requests', {
  status: 201,
  topics: ['demoRequests', 'notifications'],
  idempotencyKey: true,
});

export const demoRequests = list<typeof routes.demoRequests>('/api/demo-requests', { topics: ['demoRequests'] });

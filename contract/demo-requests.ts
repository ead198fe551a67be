// The landing page's demo requests: stored, so that no lead is lost (behaviour §10.7).
import type { demoRequestRoutes as routes } from '#contract/routes/demo-requests.ts';
import { list, post } from './endpoint.ts';

export const createDemoRequest = post<typeof routes.createDemoRequest>('/api/demo-requests', {
  status: 201,
  topics: ['demoRequests', 'notifications'],
});

export const demoRequests = list<typeof routes.demoRequests>('/api/demo-requests', { topics: ['demoRequests'] });

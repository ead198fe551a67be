// The landing page's demo requests: stored, so that no lead is lost (behaviour §10.7).
import type { DemoRequest, NewDemoRequest } from '#contract/schemas/demo-requests.ts';
import type { Ok, Paging } from '#contract/schemas/fields.ts';
import { list, post } from './endpoint.ts';

export const createDemoRequest = post<{ body: typeof NewDemoRequest; reply: typeof Ok }>('/api/demo-requests', {
  status: 201,
  topics: ['demoRequests', 'notifications'],
});

export const demoRequests = list<{ query: typeof Paging; reply: typeof DemoRequest }>('/api/demo-requests', {
  topics: ['demoRequests'],
});

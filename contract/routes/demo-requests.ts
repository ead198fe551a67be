// The routes of demo requests.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { DemoRequest, DemoRequestQuery, NewDemoRequest } from '#contract/schemas/demo-requests.ts';
import { Ok } from '#contract/schemas/fields.ts';

export const demoRequestRoutes = {
  createDemoRequest: {
    body: NewDemoRequest,
    reply: Ok,
    access: 'anyone',
    summary: 'Asks for a demo tour; tells the admins.',
    // A brief of 20,000 characters, each of up to three bytes.
    bodyLimit: 80 * 1024,
  },
  demoRequests: {
    query: DemoRequestQuery,
    reply: DemoRequest,
    access: can.readDemoRequests,
    summary: 'Demo requests, newest first; those that hold the words.',
  },
} satisfies RouteDefinitions;

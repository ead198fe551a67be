// The schemas and routes of demo requests.
import * as z from 'zod/mini';
import { Instant, longText, Ok, optionalText, paging, searchText, text } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';

const required = 'Name, email, company, and project brief are required.';

export const NewDemoRequest = z.object({
  name: text(required, 255, 'Name'),
  email: z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, required),
      z.maxLength(255, 'Email must be at most 255 characters'),
      z.email('Valid email is required'),
    ),
  company: text(required, 255, 'Company'),
  phone: optionalText(40, 'Phone'),
  projectType: optionalText(255, 'Project type'),
  projectBrief: text(required, longText, 'The project brief'),
});

/** Every word somewhere in what was written. */
export const DemoRequestQuery = z.object({ ...paging, q: z.optional(searchText) });

export const DemoRequest = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  phone: z.nullable(z.string()),
  projectType: z.nullable(z.string()),
  projectBrief: z.string(),
  createdAt: Instant,
});

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

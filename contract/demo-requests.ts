// The landing page's demo requests: kept, so that no lead is lost (decisions §9).
import * as z from 'zod/mini';
import { Instant, longText, Ok, optionalText, paging, text } from './fields.ts';
import { can } from './policy.ts';
import { list, post } from './route.ts';

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

export const createDemoRequest = post('/api/demo-requests', {
  body: NewDemoRequest,
  reply: Ok,
  status: 201,
  may: 'anyone',
  topics: ['demoRequests', 'notifications'],
  says: 'Asks for a demo tour; tells the admins.',
});

export const demoRequests = list('/api/demo-requests', {
  query: z.object(paging),
  reply: DemoRequest,
  may: can.readDemoRequests,
  topics: ['demoRequests'],
  says: 'Demo requests, newest first.',
});

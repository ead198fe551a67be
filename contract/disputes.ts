// Concerns ('disputes' in code): raised by clients on sessions, answered in a conversation, resolved or closed.
import * as z from 'zod/mini';
import { ById, Instant, id, idText, longText, paging, text } from './fields.ts';
import { can, type DisputeStatus, type Role } from './policy.ts';
import { get, list, patch, post } from './route.ts';
import { PersonRef } from './users.ts';

export const disputeStatuses = [
  'open',
  'in_progress',
  'resolved',
  'closed',
] as const satisfies readonly DisputeStatus[];
export const DisputeStatusParam = z.enum(disputeStatuses, 'Status must be open, in_progress, resolved or closed');
export const disputeStatusLabels = {
  open: 'Open',
  in_progress: 'In Progress',
  resolved: 'Resolved',
  closed: 'Closed',
} as const;

export const priorities = ['low', 'medium', 'high'] as const;
export const Priority = z.enum(priorities, 'Priority must be low, medium or high');
export type Priority = (typeof priorities)[number];
export const priorityMeanings = {
  low: 'Minor issues or suggestions',
  medium: 'Quality concerns or missing content',
  high: 'Serious issues requiring immediate attention',
} as const;

/** From where each role may set a status (decisions §3); whose concern it may be says the policy. */
export const disputeTransitions: Record<Role, Partial<Record<DisputeStatus, readonly DisputeStatus[]>>> = {
  admin: {
    open: ['in_progress', 'resolved', 'closed'],
    in_progress: ['open', 'resolved', 'closed'],
    resolved: ['open', 'in_progress', 'closed'],
    closed: ['open', 'in_progress', 'resolved'],
  },
  photographer: { in_progress: ['open'], resolved: ['open', 'in_progress'] },
  client: { open: ['resolved'], closed: ['open', 'in_progress', 'resolved'] },
};

const reason = 'Please provide a reason for the dispute.';
export const NewDispute = z.object({
  sessionId: id('Session is required'),
  reason: text(reason, longText, 'The concern'),
  priority: z._default(Priority, 'medium'),
});

export const Dispute = z.object({
  id: z.number(),
  sessionId: z.number(),
  clientId: z.number(),
  reason: z.string(),
  status: DisputeStatusParam,
  priority: Priority,
  createdAt: Instant,
  updatedAt: Instant,
  client: PersonRef,
  session: z.object({
    id: z.number(),
    captureDate: z.string(),
    photographerId: z.number(),
    project: z.object({ id: z.number(), name: z.string() }),
    site: z.nullable(z.object({ id: z.number(), name: z.string() })),
  }),
  messageCount: z.number(),
  /** What the asker may set it to now, in the order of the life; empty: nothing. */
  moves: z.array(DisputeStatusParam),
  mayComment: z.boolean(),
});
export type Dispute = z.infer<typeof Dispute>;

export const DisputeMessage = z.object({
  id: z.number(),
  disputeId: z.number(),
  userId: z.number(),
  message: z.string(),
  messageType: z.enum(['comment', 'status_change', 'resubmission']),
  createdAt: Instant,
  user: PersonRef,
});

const concerned = ['disputes', 'sessions', 'notifications'] as const;

export const disputes = list('/api/disputes', {
  query: z.object({
    ...paging,
    status: z.optional(DisputeStatusParam),
    sessionId: z.optional(idText('sessionId must be a whole number')),
    projectId: z.optional(idText('projectId must be a whole number')),
  }),
  reply: Dispute,
  may: can.authenticated,
  topics: ['disputes', 'sessions', 'projects', 'users'],
  says: 'The concerns one may read, newest first.',
});

export const sessionDisputes = list('/api/sessions/:id/disputes', {
  params: ById,
  query: z.object(paging),
  reply: Dispute,
  may: can.authenticated,
  topics: ['disputes', 'sessions', 'projects', 'users'],
  says: 'The concerns on one session, newest first.',
});

export const createDispute = post('/api/disputes', {
  body: NewDispute,
  reply: Dispute,
  status: 201,
  may: can.raiseConcerns,
  topics: concerned,
  says: 'Raises a concern; tells the photographer and the admins.',
});

export const resolveDispute = patch('/api/disputes/:id/resolve', {
  params: ById,
  reply: Dispute,
  may: can.authenticated,
  topics: concerned,
  says: 'Resolves a concern; resolving twice changes nothing and tells nobody.',
});

export const setDisputeStatus = patch('/api/disputes/:id/status', {
  params: ById,
  body: z.object({ status: DisputeStatusParam }),
  reply: Dispute,
  may: can.authenticated,
  topics: concerned,
  says: 'Sets the status of a concern.',
});

export const disputeMessages = list('/api/disputes/:id/messages', {
  params: ById,
  query: z.object(paging),
  reply: DisputeMessage,
  may: can.authenticated,
  topics: ['disputes', 'users'],
  says: 'The conversation of a concern, oldest first.',
});

export const commentDispute = post('/api/disputes/:id/messages', {
  params: ById,
  body: z.object({ message: text('Please write a message', longText, 'The message') }),
  reply: DisputeMessage,
  status: 201,
  may: can.authenticated,
  topics: concerned,
  says: 'Writes into the conversation of a concern.',
});

export const getDispute = get('/api/disputes/:id', {
  params: ById,
  reply: Dispute,
  may: can.authenticated,
  topics: ['disputes', 'sessions', 'projects', 'users'],
  says: 'One concern.',
});

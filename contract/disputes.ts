// Concerns ('disputes' in code): raised by clients on sessions, answered in a conversation, resolved or closed.
import type * as schemas from '#contract/schemas/disputes.ts';
import type { ById, Paging } from '#contract/schemas/fields.ts';
import { get, list, patch, post } from './endpoint.ts';
import type { DisputeStatus, Role } from './policy.ts';

export type { Dispute, DisputeMessage } from '#contract/schemas/disputes.ts';

export const disputeStatuses = [
  'open',
  'in_progress',
  'resolved',
  'closed',
] as const satisfies readonly DisputeStatus[];

export const disputeStatusLabels = {
  open: 'Open',
  in_progress: 'In Progress',
  resolved: 'Resolved',
  closed: 'Closed',
} as const;

export const priorities = ['low', 'medium', 'high'] as const;
export type Priority = (typeof priorities)[number];

export const priorityMeanings = {
  low: 'Minor issues or suggestions',
  medium: 'Quality concerns or missing content',
  high: 'Serious issues requiring immediate attention',
} as const;

/** From where each role may set a status (behaviour §4.2); whose concern it may be says the policy. */
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

const concerned = ['disputes', 'sessions', 'notifications'] as const;

export const disputes = list<{ query: typeof schemas.DisputeQuery; reply: typeof schemas.Dispute }>('/api/disputes', {
  topics: ['disputes', 'sessions', 'projects', 'users'],
});

export const sessionDisputes = list<{ params: typeof ById; query: typeof Paging; reply: typeof schemas.Dispute }>(
  '/api/sessions/:id/disputes',
  { topics: ['disputes', 'sessions', 'projects', 'users'] },
);

export const createDispute = post<{ body: typeof schemas.NewDispute; reply: typeof schemas.Dispute }>('/api/disputes', {
  status: 201,
  topics: concerned,
});

export const resolveDispute = patch<{ params: typeof ById; reply: typeof schemas.Dispute }>(
  '/api/disputes/:id/resolve',
  {
    topics: concerned,
  },
);

export const setDisputeStatus = patch<{
  params: typeof ById;
  body: typeof schemas.DisputeStatusChange;
  reply: typeof schemas.Dispute;
}>('/api/disputes/:id/status', { topics: concerned });

export const disputeMessages = list<{
  params: typeof ById;
  query: typeof Paging;
  reply: typeof schemas.DisputeMessage;
}>('/api/disputes/:id/messages', { topics: ['disputes', 'users'] });

export const commentDispute = post<{
  params: typeof ById;
  body: typeof schemas.DisputeComment;
  reply: typeof schemas.DisputeMessage;
}>('/api/disputes/:id/messages', { status: 201, topics: concerned });

export const getDispute = get<{ params: typeof ById; reply: typeof schemas.Dispute }>('/api/disputes/:id', {
  topics: ['disputes', 'sessions', 'projects', 'users'],
});

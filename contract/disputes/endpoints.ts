// Concerns ('disputes' in code): raised by clients on sessions, answered in a conversation, resolved or closed.

import { get, list, patch, post } from '#contract/core/endpoint.ts';
import type { DisputeStatus, Role } from '#contract/policy.ts';
import type { disputeRoutes } from './routes.ts';

export type { Dispute, DisputeMessage, Pin } from './routes.ts';

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

/** `dueAt`: only those whose first answer is awaited, the one that is due first on top. */
export const disputeSorts = ['createdAt', 'dueAt'] as const;

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

export const disputes = list<typeof disputeRoutes.disputes>('/api/disputes', {
  topics: ['disputes', 'sessions', 'projects', 'users'],
  rows: 'dispute',
});

export const sessionDisputes = list<typeof disputeRoutes.sessionDisputes>('/api/sessions/:id/disputes', {
  topics: ['disputes', 'sessions', 'projects', 'users'],
  row: 'session',
  rows: 'dispute',
});

export const createDispute = post<typeof disputeRoutes.createDispute>('/api/disputes', {
  status: 201,
  topics: concerned,
  idempotencyKey: true,
  offline: true,
  writes: 'dispute',
});

export const resolveDispute = patch<typeof disputeRoutes.resolveDispute>('/api/disputes/:id/resolve', {
  topics: concerned,
  row: 'dispute',
  idempotencyKey: false,
  writes: 'dispute',
});

export const setDisputeStatus = patch<typeof disputeRoutes.setDisputeStatus>('/api/disputes/:id/status', {
  topics: concerned,
  row: 'dispute',
  idempotencyKey: false,
  writes: 'dispute',
});

export const disputeMessages = list<typeof disputeRoutes.disputeMessages>('/api/disputes/:id/messages', {
  topics: ['disputes', 'users'],
  row: 'dispute',
});

export const commentDispute = post<typeof disputeRoutes.commentDispute>('/api/disputes/:id/messages', {
  status: 201,
  topics: concerned,
  row: 'dispute',
  idempotencyKey: true,
  offline: true,
  writes: 'disputeMessage',
});

export const getDispute = get<typeof disputeRoutes.getDispute>('/api/disputes/:id', {
  topics: ['disputes', 'sessions', 'projects', 'users'],
  row: 'dispute',
});

// The schemas of concerns (disputes in code) and their messages.
import * as z from 'zod/mini';
import { disputeStatuses, priorities } from '#contract/disputes.ts';
import { Instant, id, idText, longText, paging, text } from './fields.ts';
import { PersonRef } from './users.ts';

const reason = 'Please provide a reason for the dispute.';

export const DisputeStatusParam = z.enum(disputeStatuses, 'Status must be open, in_progress, resolved or closed');

export const Priority = z.enum(priorities, 'Priority must be low, medium or high');

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
export type DisputeMessage = z.infer<typeof DisputeMessage>;

export const DisputeQuery = z.object({
  ...paging,
  status: z.optional(DisputeStatusParam),
  sessionId: z.optional(idText('sessionId must be a whole number')),
  projectId: z.optional(idText('projectId must be a whole number')),
});

export const DisputeStatusChange = z.object({ status: DisputeStatusParam });

export const DisputeComment = z.object({ message: text('Please write a message', longText, 'The message') });

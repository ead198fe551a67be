// The schemas and routes of concerns (disputes in code) and their messages.
import * as z from 'zod/mini';
import { PersonRef } from '#contract/accounts/users-routes.ts';
import { ById, Instant, id, idText, longText, Paging, paging, searchText, text } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { Anchor, CropPath, NewAnchor } from './anchor-schemas.ts';
import { disputeSorts, disputeStatuses, priorities } from './endpoints.ts';

const reason = 'Please provide a reason for the dispute.';

export const DisputeStatusParam = z.enum(disputeStatuses, 'Status must be open, in_progress, resolved or closed');

export const Priority = z.enum(priorities, 'Priority must be low, medium or high');

export const DisputeAnchor = z.object({ anchor: NewAnchor });

export const NewDispute = z.object({
  sessionId: id('Session is required'),
  reason: text(reason, longText, 'The concern'),
  priority: z._default(Priority, 'medium'),
  /** The place in the session's media that it is about. */
  anchor: z.optional(NewAnchor),
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
  /** Until when the first answer is awaited, and the company's day that ends then; null when none is awaited any more. */
  dueAt: z.nullable(Instant),
  dueOn: z.nullable(z.string()),
  /** When the crew or an admin first answered, and when it was resolved. */
  answeredAt: z.nullable(Instant),
  resolvedAt: z.nullable(Instant),
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
  /** Its raiser may set or move its place. */
  mayMove: z.boolean(),
  /** Where it is. */
  anchor: z.nullable(Anchor),
});
export type Dispute = z.infer<typeof Dispute>;

export const DisputeMessage = z.object({
  id: z.number(),
  disputeId: z.number(),
  userId: z.number(),
  message: z.string(),
  messageType: z.enum(['comment', 'status_change', 'resubmission', 'moved']),
  createdAt: Instant,
  user: PersonRef,
  /** Of a comment what it shows, of a move the new place. */
  anchor: z.nullable(Anchor),
  /** Of a move the former place; null where there was none. */
  formerAnchor: z.nullable(Anchor),
});
export type DisputeMessage = z.infer<typeof DisputeMessage>;

export const DisputeQuery = z.object({
  ...paging,
  /** Its number, or words that were all written in it. */
  q: z.optional(searchText),
  status: z.optional(DisputeStatusParam),
  sessionId: z.optional(idText('sessionId must be a whole number')),
  projectId: z.optional(idText('projectId must be a whole number')),
  priority: z.optional(Priority),
  sort: z._default(z.enum(disputeSorts, 'sort must be createdAt or dueAt'), 'createdAt'),
});

export const DisputeStatusChange = z.object({ status: DisputeStatusParam });

export const DisputeComment = z.object({
  message: text('Please write a message', longText, 'The message'),
  /** What it shows: a place in the released media of `sessionId`, where left out of the concern's session. */
  anchor: z.optional(NewAnchor),
  sessionId: z.optional(id('The session must be a whole number')),
});

/** A concern as its pin on the media says it. */
export const Pin = z.object({
  disputeId: z.number(),
  status: DisputeStatusParam,
  priority: Priority,
  /** Its first words. */
  reason: z.string(),
  mayMove: z.boolean(),
  anchor: Anchor,
});
export type Pin = z.infer<typeof Pin>;

/** At most 500, the newest. */
export const Pins = z.object({ pins: z.array(Pin) });

export const disputeRoutes = {
  disputes: {
    query: DisputeQuery,
    reply: Dispute,
    access: can.authenticated,
    summary:
      'The concerns one may read, newest first, or those whose answer is awaited, due first; those that hold the words.',
  },
  sessionDisputes: {
    params: ById,
    query: Paging,
    reply: Dispute,
    access: can.authenticated,
    summary: 'The concerns on one session, newest first.',
  },
  getDispute: {
    params: ById,
    reply: Dispute,
    access: can.authenticated,
    summary: 'One concern.',
  },
  createDispute: {
    body: NewDispute,
    reply: Dispute,
    access: can.raiseConcerns,
    summary: 'Raises a concern; tells the photographer and the admins.',
  },
  resolveDispute: {
    params: ById,
    reply: Dispute,
    access: can.resolveDisputes,
    summary: 'Resolves a concern; resolving twice changes nothing and tells nobody.',
  },
  setDisputeStatus: {
    params: ById,
    body: DisputeStatusChange,
    reply: Dispute,
    access: can.setDisputeStatuses,
    summary: 'Sets the status of a concern.',
  },
  disputeMessages: {
    params: ById,
    query: Paging,
    reply: DisputeMessage,
    access: can.authenticated,
    summary: 'The conversation of a concern, oldest first.',
  },
  commentDispute: {
    params: ById,
    body: DisputeComment,
    reply: DisputeMessage,
    access: can.commentDisputes,
    summary: 'Writes into the conversation of a concern.',
  },
} satisfies RouteDefinitions;

export const anchorRoutes = {
  moveDispute: {
    params: ById,
    body: DisputeAnchor,
    reply: Dispute,
    access: can.raiseConcerns,
    summary: 'Sets or moves the place of an open concern, for the person who raised it; the conversation keeps both.',
  },
  sessionPins: {
    params: ById,
    reply: Pins,
    access: can.authenticated,
    summary: 'The places of concerns in the media of one session, of those that one may read.',
  },
  disputeCrop: {
    params: CropPath,
    reply: 'image/webp',
    access: can.authenticated,
    summary: 'What was seen around the place of a concern or an answer.',
  },
} satisfies RouteDefinitions;

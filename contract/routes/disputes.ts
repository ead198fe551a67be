// The routes of concerns (disputes in code) and their messages.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import * as schemas from '#contract/schemas/disputes.ts';
import { ById, Paging } from '#contract/schemas/fields.ts';

export const disputeRoutes = {
  disputes: {
    query: schemas.DisputeQuery,
    reply: schemas.Dispute,
    access: can.authenticated,
    summary:
      'The concerns one may read, newest first, or those whose answer is awaited, due first; those that hold the words.',
  },
  sessionDisputes: {
    params: ById,
    query: Paging,
    reply: schemas.Dispute,
    access: can.authenticated,
    summary: 'The concerns on one session, newest first.',
  },
  getDispute: {
    params: ById,
    reply: schemas.Dispute,
    access: can.authenticated,
    summary: 'One concern.',
  },
  createDispute: {
    body: schemas.NewDispute,
    reply: schemas.Dispute,
    access: can.raiseConcerns,
    summary: 'Raises a concern; tells the photographer and the admins.',
  },
  resolveDispute: {
    params: ById,
    reply: schemas.Dispute,
    access: can.resolveDisputes,
    row: 'dispute',
    summary: 'Resolves a concern; resolving twice changes nothing and tells nobody.',
  },
  setDisputeStatus: {
    params: ById,
    body: schemas.DisputeStatusChange,
    reply: schemas.Dispute,
    access: can.setDisputeStatuses,
    row: 'dispute',
    summary: 'Sets the status of a concern.',
  },
  disputeMessages: {
    params: ById,
    query: Paging,
    reply: schemas.DisputeMessage,
    access: can.authenticated,
    summary: 'The conversation of a concern, oldest first.',
  },
  commentDispute: {
    params: ById,
    body: schemas.DisputeComment,
    reply: schemas.DisputeMessage,
    access: can.commentDisputes,
    row: 'dispute',
    summary: 'Writes into the conversation of a concern.',
  },
} satisfies RouteDefinitions;

// The routes of capture sessions and their records.
import { can } from '#contract/policy.ts';
import { route } from '#contract/route.ts';
import { ById, Ok, Paging } from '#contract/schemas/fields.ts';
import * as schemas from '#contract/schemas/sessions.ts';
import * as endpoints from '#contract/sessions.ts';

export const sessions = {
  list: route(endpoints.sessions, {
    query: schemas.SessionQuery,
    reply: schemas.Session,
    access: can.authenticated,
    summary: 'The sessions one may see, newest first; `ids` looks at some rows of the list anew.',
  }),
  create: route(endpoints.createSession, {
    body: schemas.NewSession,
    reply: schemas.Session,
    access: can.submitSessions,
    summary: 'Submits a session for approval; tells the admins.',
  }),
  get: route(endpoints.getSession, {
    params: ById,
    reply: schemas.Session,
    access: can.authenticated,
    summary: 'One session.',
  }),
  edit: route(endpoints.editSession, {
    params: ById,
    body: schemas.SessionEdit,
    reply: schemas.Session,
    access: can.editSessions,
    row: 'session',
    summary: 'Edits the content, or reviews with `status` (approved, rejected, completed).',
  }),
  remove: route(endpoints.removeSession, {
    params: ById,
    reply: Ok,
    access: can.removeSessions,
    row: 'session',
    summary: 'Hides a session from every list; history keeps it.',
  }),
  approve: route(endpoints.approveSession, {
    params: ById,
    body: schemas.Approval,
    reply: schemas.Session,
    access: can.reviewSessions,
    row: 'session',
    summary: 'Releases a pending session to the client.',
  }),
  reject: route(endpoints.rejectSession, {
    params: ById,
    body: schemas.Rejection,
    reply: schemas.Session,
    access: can.reviewSessions,
    row: 'session',
    summary: 'Sends a pending session back to its photographer with a reason.',
  }),
  resubmit: route(endpoints.resubmitSession, {
    params: ById,
    reply: schemas.Session,
    access: can.resubmitSessions,
    row: 'session',
    summary: 'Hands a rejected session in again.',
  }),
  releaseAdded: route(endpoints.releaseAddedMedia, {
    params: ById,
    body: schemas.AddedFiles,
    reply: schemas.Session,
    access: can.reviewSessions,
    row: 'session',
    summary:
      'Shows clients also files that came into the folders of a released session after its approval: those named, or all.',
  }),
  records: route(endpoints.sessionRecords, {
    params: ById,
    query: Paging,
    reply: schemas.SessionRecord,
    access: can.authenticated,
    summary: 'What happened to a session, oldest first.',
  }),
};

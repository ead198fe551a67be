// The routes of capture sessions and their records.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { ById, Ok, Paging } from '#contract/schemas/fields.ts';
import { AddedFiles } from '#contract/schemas/media.ts';
import * as schemas from '#contract/schemas/sessions.ts';

export const sessionRoutes = {
  sessions: {
    query: schemas.SessionQuery,
    reply: schemas.Session,
    access: can.authenticated,
    summary: 'The sessions one may see, newest first; `ids` reads some rows of the list again.',
  },
  createSession: {
    body: schemas.NewSession,
    reply: schemas.Session,
    access: can.submitSessions,
    summary: 'Submits a session for approval; tells the admins.',
  },
  getSession: {
    params: ById,
    reply: schemas.Session,
    access: can.authenticated,
    summary: 'One session.',
  },
  editSession: {
    params: ById,
    body: schemas.SessionEdit,
    reply: schemas.Session,
    access: can.editSessions,
    row: 'session',
    summary: 'Edits the content, or reviews with `status` (approved, rejected, completed).',
  },
  removeSession: {
    params: ById,
    reply: Ok,
    access: can.removeSessions,
    row: 'session',
    summary: 'Hides a session from every list; history keeps it.',
  },
  approveSession: {
    params: ById,
    body: schemas.Approval,
    reply: schemas.Session,
    access: can.reviewSessions,
    row: 'session',
    summary: 'Releases a pending session to the client.',
  },
  rejectSession: {
    params: ById,
    body: schemas.Rejection,
    reply: schemas.Session,
    access: can.reviewSessions,
    row: 'session',
    summary: 'Sends a pending session back to its photographer with a reason.',
  },
  resubmitSession: {
    params: ById,
    body: schemas.Resubmission,
    reply: schemas.Session,
    access: can.resubmitSessions,
    row: 'session',
    summary: 'Hands a rejected session in again.',
  },
  releaseAddedMedia: {
    params: ById,
    body: AddedFiles,
    reply: schemas.Session,
    access: can.reviewSessions,
    row: 'session',
    summary:
      'Shows clients also files that came into the folders of a released session after its approval: those named, or all.',
  },
  leaveOutMissingFiles: {
    params: ById,
    reply: schemas.Session,
    access: can.editSessions,
    row: 'session',
    summary: 'Waits no longer for the uploaded files of a session that did not come: they are left out.',
  },
  sessionRecords: {
    params: ById,
    query: Paging,
    reply: schemas.SessionRecord,
    access: can.authenticated,
    summary: 'What happened to a session, oldest first.',
  },
} satisfies RouteDefinitions;

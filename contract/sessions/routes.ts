// The schemas and routes of capture sessions and their records.
import * as z from 'zod/mini';
import { PersonRef } from '#contract/accounts/users-routes.ts';
import {
  ById,
  DayOrInstant,
  Instant,
  id,
  idText,
  longText,
  Ok,
  optionalText,
  Paging,
  paging,
  searchText,
} from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { type LinkField, linkFields } from '#contract/core/session-fields.ts';
import { AddedFiles } from '#contract/media/routes.ts';
import { can } from '#contract/policy.ts';
import { maxIdsInQuery, recordActions, type SessionStatus, sessionSorts, sessionStatuses } from './endpoints.ts';
import { content, Phase, storedContent } from './field-schemas.ts';
import { maxLine } from './rejection.ts';
import { FlagAnswers, Flags, Reasons } from './rejection-routes.ts';

/** `submitted` is another word for `pending` (behaviour §2.1). */
export const StatusParam = z.pipe(
  z.enum([...sessionStatuses, 'submitted'], 'Status must be pending, approved, rejected or completed'),
  z.transform((word): SessionStatus => (word === 'submitted' ? 'pending' : word)),
);

export const NewSession = z.object({
  projectId: id('Project is required'),
  siteId: z.optional(z.nullable(id('Site is required'))),
  ...content,
  /** Only an admin may name the photographer; from everybody else it is ignored (behaviour §1.2). */
  photographerId: z.optional(z.nullable(id('The photographer’s id must be a whole number'))),
});
export type NewSession = z.infer<typeof NewSession>;

const reason = optionalText(longText, 'Rejection reason');

const reviewNotes = optionalText(longText, 'Review notes');

/** The content record that the reviewer viewed; if the session has changed since, the review is refused. */
const recordId = z.optional(z.nullable(z.number('recordId must be a whole number').check(z.int(), z.minimum(1))));

/** Fields left out stay as they are, null empties them. With `status` it is a review and must not hold content. */
export const SessionEdit = z.object({
  projectId: z.optional(id('Project is required')),
  siteId: z.optional(z.nullable(id('Site is required'))),
  ...content,
  captureDate: z.optional(content.captureDate),
  status: z.optional(StatusParam),
  reviewNotes,
  rejectionReason: reason,
  recordId,
});
export type SessionEdit = z.infer<typeof SessionEdit>;

export const Approval = z.object({ reviewNotes, recordId });

/** With `reasons`, `rejectionReason` holds the words beside them. */
export const Rejection = z.object({
  rejectionReason: reason,
  reasons: z.optional(Reasons),
  flags: z.optional(Flags),
  reviewNotes,
  recordId,
});

/** With `answers`, even an empty list, a session that is unchanged since its rejection needs a note. */
export const Resubmission = z.object({
  answers: z.optional(FlagAnswers),
  note: optionalText(maxLine, 'What you say'),
  recordId,
});

const LinkName = z.enum(linkFields as [LinkField, ...LinkField[]]);

/** A link that clients cannot open, and why. */
export const BrokenLink = z.object({ field: LinkName, reason: z.string() });
export type BrokenLink = z.infer<typeof BrokenLink>;

/** A session as the asker may see it: clients get the released record, and never a review note or a reason. */
export const Session = z.object({
  id: z.number(),
  projectId: z.number(),
  siteId: z.nullable(z.number()),
  photographerId: z.number(),
  status: z.enum(sessionStatuses),
  ...storedContent,
  reviewedBy: z.nullable(z.number()),
  reviewedAt: z.nullable(Instant),
  reviewNotes: z.nullable(z.string()),
  rejectionReason: z.nullable(z.string()),
  /** Who was notified of the decision, by their names at the time, clients first; empty for clients. */
  notifiedNames: z.nullable(z.array(z.string())),
  createdAt: Instant,
  updatedAt: Instant,
  /** When it was last submitted; for clients, when it was first submitted. */
  submittedAt: Instant,
  /** The content record shown here. */
  recordId: z.number(),
  /** Clients see or saw something of it: editing sends it back for review, and it cannot change project. */
  released: z.boolean(),
  project: z.object({ id: z.number(), name: z.string() }),
  site: z.nullable(z.object({ id: z.number(), name: z.string() })),
  photographer: PersonRef,
  reviewer: z.nullable(z.object({ firstName: z.string(), lastName: z.string() })),
  /** Concerns that are neither resolved nor closed and that the asker may read. */
  activeConcerns: z.number(),
  /** Links that could not be opened when last checked; clients get none. */
  brokenLinks: z.array(BrokenLink),
  /** For a session that waits for review: when its links were last checked (null before that), and which of them could not be checked. */
  linksCheckedAt: z.nullable(Instant),
  uncheckedLinks: z.array(LinkName),
  /** For a session that waits for review: how many of its files have arrived, while others are still uploading; null once all have. */
  travelling: z.nullable(z.object({ kept: z.number(), of: z.number() })),
  /** First drone picture at s400; the token may be replaced by another size. */
  coverUrl: z.nullable(z.string()),
});
export type Session = z.infer<typeof Session>;

const idFilter = (name: string) => z.optional(idText(`${name} must be a whole number`));

const idsRule = `ids must be at most ${maxIdsInQuery} whole numbers, separated by commas`;
export const SessionQuery = z.object({
  ...paging,
  /** Only these rows, if the other filters find them; the count stays that of the whole list. */
  ids: z.optional(
    z.pipe(
      z.string(idsRule).check(z.regex(/^\d{1,9}(,\d{1,9}){0,49}$/, idsRule)),
      z.transform((list) => list.split(',').map(Number)),
    ),
  ),
  status: z.optional(StatusParam),
  projectId: idFilter('projectId'),
  siteId: idFilter('siteId'),
  photographerId: idFilter('photographerId'),
  phase: z.optional(Phase),
  from: z.optional(DayOrInstant),
  to: z.optional(DayOrInstant),
  /** The days of a decision, in the company's zone; with `status`, of one that led to it. */
  decidedFrom: z.optional(DayOrInstant),
  decidedTo: z.optional(DayOrInstant),
  q: z.optional(searchText),
  sort: z._default(z.enum(sessionSorts, 'sort must be createdAt, captureDate or submittedAt'), 'createdAt'),
});

/** One line of the timeline; `content` only for admins and the owner. */
export const SessionRecord = z.object({
  id: z.number(),
  action: z.enum(recordActions),
  fromStatus: z.nullable(z.enum(sessionStatuses)),
  toStatus: z.nullable(z.enum(sessionStatuses)),
  byId: z.nullable(z.number()),
  byName: z.string(),
  at: Instant,
  reviewNotes: z.nullable(z.string()),
  rejectionReason: z.nullable(z.string()),
  /** On a resubmission: the photographer's note with it. */
  resubmitNote: z.nullable(z.string()),
  /** On a decision: who was notified of it, by their names at the time; only for admins and the owner. */
  notifiedNames: z.nullable(z.array(z.string())),
  /** On an approval: the content record that it released. */
  releasedRecordId: z.nullable(z.number()),
  content: z.nullable(
    z.object({
      projectId: z.number(),
      projectName: z.string(),
      siteId: z.nullable(z.number()),
      siteName: z.nullable(z.string()),
      photographerId: z.number(),
      photographerName: z.string(),
      ...storedContent,
    }),
  ),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

export const sessionRoutes = {
  sessions: {
    query: SessionQuery,
    reply: Session,
    access: can.authenticated,
    summary: 'The sessions one may see, newest first; `ids` reads some rows of the list again.',
  },
  createSession: {
    body: NewSession,
    reply: Session,
    access: can.submitSessions,
    summary: 'Submits a session for approval; tells the admins.',
  },
  getSession: {
    params: ById,
    reply: Session,
    access: can.authenticated,
    summary: 'One session.',
  },
  editSession: {
    params: ById,
    body: SessionEdit,
    reply: Session,
    access: can.editSessions,
    summary: 'Edits the content, or reviews with `status` (approved, rejected, completed).',
  },
  removeSession: {
    params: ById,
    reply: Ok,
    access: can.removeSessions,
    summary: 'Hides a session from every list; history keeps it.',
  },
  approveSession: {
    params: ById,
    body: Approval,
    reply: Session,
    access: can.reviewSessions,
    summary: 'Releases a pending session to the client.',
  },
  rejectSession: {
    params: ById,
    body: Rejection,
    reply: Session,
    access: can.reviewSessions,
    summary: 'Sends a pending session back to its photographer with a reason.',
  },
  resubmitSession: {
    params: ById,
    body: Resubmission,
    reply: Session,
    access: can.resubmitSessions,
    summary: 'Resubmits a rejected session for review.',
  },
  releaseAddedMedia: {
    params: ById,
    body: AddedFiles,
    reply: Session,
    access: can.reviewSessions,
    summary:
      'Shows clients also files that came into the folders of a released session after its approval: those named, or all.',
  },
  leaveOutMissingFiles: {
    params: ById,
    reply: Session,
    access: can.editSessions,
    summary: 'Waits no longer for the uploaded files of a session that did not come: they are left out.',
  },
  sessionRecords: {
    params: ById,
    query: Paging,
    reply: SessionRecord,
    access: can.authenticated,
    summary: 'What happened to a session, oldest first.',
  },
} satisfies RouteDefinitions;

// Capture sessions: their content, their life, their records and their calls.

import { del, get, list, patch, post, put } from '#contract/core/endpoint.ts';
import type { sessionRoutes as routes } from './routes.ts';

export type { BrokenLink, Session, SessionRecord } from './routes.ts';

export const sessionStatuses = ['pending', 'approved', 'rejected', 'completed'] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

export const sessionStatusLabels = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  completed: 'Completed',
} as const;

/** When each move of a session's life may be made (behaviour §2.2); who may make it says the policy. */
export const sessionTransitions = {
  approve: { from: ['pending'], to: 'approved' },
  reject: { from: ['pending'], to: 'rejected' },
  resubmit: { from: ['rejected'], to: 'pending' },
  complete: { from: ['approved'], to: 'completed' },
  /** The owner saves an edit of released content. */
  revise: { from: ['approved', 'completed'], to: 'pending' },
} as const satisfies Record<string, { from: readonly SessionStatus[]; to: SessionStatus }>;
export type SessionTransition = keyof typeof sessionTransitions;

/** So many rows of a list can be asked for by their ids. */
export const maxIdsInQuery = 50;

/** Newest first, but for `submittedAt`, which begins with what waits longest (behaviour §7.3). */
export const sessionSorts = ['createdAt', 'captureDate', 'submittedAt'] as const;

export const recordActions = [
  'created',
  'edited',
  'approved',
  'rejected',
  'resubmitted',
  'completed',
  'removed',
] as const;

const moved = ['sessions', 'projects', 'users', 'notifications'] as const;

export const sessions = list<typeof routes.sessions>('/api/sessions', {
  topics: ['sessions', 'projects', 'users', 'disputes'],
  rows: 'session',
});

export const getSession = get<typeof routes.getSession>('/api/sessions/:id', {
  topics: ['sessions', 'projects', 'users', 'disputes'],
  row: 'session',
});

export const createSession = post<typeof routes.createSession>('/api/sessions', {
  status: 201,
  topics: moved,
  idempotencyKey: true,
  offline: true,
  writes: 'session',
});

export const editSession = patch<typeof routes.editSession>('/api/sessions/:id', {
  topics: moved,
  row: 'session',
  idempotencyKey: true,
  offline: true,
  writes: 'session',
});

export const approveSession = put<typeof routes.approveSession>('/api/sessions/:id/approve', {
  topics: moved,
  row: 'session',
  idempotencyKey: true,
  offline: true,
  writes: 'session',
});

export const rejectSession = put<typeof routes.rejectSession>('/api/sessions/:id/reject', {
  topics: moved,
  row: 'session',
  idempotencyKey: true,
  offline: true,
  writes: 'session',
});

export const resubmitSession = put<typeof routes.resubmitSession>('/api/sessions/:id/resubmit', {
  topics: moved,
  row: 'session',
  idempotencyKey: true,
  offline: true,
  writes: 'session',
});

export const releaseAddedMedia = put<typeof routes.releaseAddedMedia>('/api/sessions/:id/release-added', {
  topics: moved,
  row: 'session',
  idempotencyKey: false,
  writes: 'session',
});

/** For a session with files still uploading: those that have not arrived. */
export const leaveOutMissingFiles = del<typeof routes.leaveOutMissingFiles>('/api/sessions/:id/missing-files', {
  topics: moved,
  row: 'session',
  idempotencyKey: false,
  writes: 'session',
});

export const removeSession = del<typeof routes.removeSession>('/api/sessions/:id', {
  topics: ['sessions', 'projects', 'disputes', 'users', 'notifications'],
  row: 'session',
  idempotencyKey: false,
  writes: 'removedSession',
});

export const sessionRecords = list<typeof routes.sessionRecords>('/api/sessions/:id/records', {
  topics: ['sessions', 'users'],
  row: 'session',
});

/** '12 of 40 uploaded'. */
export function uploadedSoFar({ kept, of }: { kept: number; of: number }): string {
  return `${kept} of ${of} uploaded`;
}

/** A device may be ahead of the server by a day and its crew by a plan; a visit that lies further ahead is a slip. */
const maxDaysAhead = 7;

export function isFarAhead(day: string): boolean {
  return Date.parse(day) > Date.now() + maxDaysAhead * 86_400_000;
}

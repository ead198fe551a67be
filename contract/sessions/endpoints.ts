// Capture sessions: their content, their life, their records, and what is seen, opened, filtered and taken back of them.
import { del, get, list, patch, post, put } from '#contract/core/endpoint.ts';
import type { takenBackRoutes } from './rejection-routes.ts';
import type { sessionRoutes } from './routes.ts';
import type { newsRoutes, presenceRoutes, savedFilterRoutes } from './viewing-routes.ts';

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
/** Where it is: a planned visit of that place may be fulfilled, or given back. */
const placed = [...moved, 'plannedVisits'] as const;

export const sessions = list<typeof sessionRoutes.sessions>('/api/sessions', {
  topics: ['sessions', 'projects', 'users', 'disputes'],
  rows: 'session',
});

export const getSession = get<typeof sessionRoutes.getSession>('/api/sessions/:id', {
  topics: ['sessions', 'projects', 'users', 'disputes'],
  row: 'session',
});

export const createSession = post<typeof sessionRoutes.createSession>('/api/sessions', {
  status: 201,
  topics: placed,
  idempotencyKey: true,
  offline: true,
  writes: 'session',
});

export const editSession = patch<typeof sessionRoutes.editSession>('/api/sessions/:id', {
  topics: placed,
  row: 'session',
  idempotencyKey: true,
  offline: true,
  writes: 'session',
});

export const approveSession = put<typeof sessionRoutes.approveSession>('/api/sessions/:id/approve', {
  topics: moved,
  row: 'session',
  idempotencyKey: true,
  offline: true,
  writes: 'session',
});

export const rejectSession = put<typeof sessionRoutes.rejectSession>('/api/sessions/:id/reject', {
  topics: moved,
  row: 'session',
  idempotencyKey: true,
  offline: true,
  writes: 'session',
});

export const resubmitSession = put<typeof sessionRoutes.resubmitSession>('/api/sessions/:id/resubmit', {
  topics: moved,
  row: 'session',
  idempotencyKey: true,
  offline: true,
  writes: 'session',
});

export const releaseAddedMedia = put<typeof sessionRoutes.releaseAddedMedia>('/api/sessions/:id/release-added', {
  topics: moved,
  row: 'session',
  idempotencyKey: false,
  writes: 'session',
});

/** For a session with files still uploading: those that have not arrived. */
export const leaveOutMissingFiles = del<typeof sessionRoutes.leaveOutMissingFiles>('/api/sessions/:id/missing-files', {
  topics: moved,
  row: 'session',
  idempotencyKey: false,
  writes: 'session',
});

export const removeSession = del<typeof sessionRoutes.removeSession>('/api/sessions/:id', {
  topics: [...placed, 'disputes'],
  row: 'session',
  idempotencyKey: false,
  writes: 'removedSession',
});

export const sessionRecords = list<typeof sessionRoutes.sessionRecords>('/api/sessions/:id/records', {
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

// Filters of the list of sessions that somebody keeps under a name, for themselves.
export type { SavedFilter } from './viewing-routes.ts';

/** Of one person. */
export const maxSavedFilters = 20;
export const maxFilterName = 60;

export const savedFilters = list<typeof savedFilterRoutes.savedFilters>('/api/saved-filters', {
  topics: ['preferences'],
});

export const saveFilter = post<typeof savedFilterRoutes.saveFilter>('/api/saved-filters', {
  status: 201,
  topics: ['preferences'],
  idempotencyKey: true,
});

export const editSavedFilter = patch<typeof savedFilterRoutes.editSavedFilter>('/api/saved-filters/:id', {
  topics: ['preferences'],
  idempotencyKey: true,
});

export const removeSavedFilter = del<typeof savedFilterRoutes.removeSavedFilter>('/api/saved-filters/:id', {
  topics: ['preferences'],
  idempotencyKey: false,
});

// Which admins have a session open for review now: a hint to each other, never a lock (behaviour §20.5).
export type { Presence } from './viewing-routes.ts';

/** So long somebody counts as looking after their browser last said so. */
export const leaseSeconds = 60;

export const presence = get<typeof presenceRoutes.presence>('/api/sessions/:id/presence', {
  topics: ['presence'],
  row: 'session',
});

/** Repeated while somebody views it. Only coming and going are announced, so these name no topics. */
export const enterPresence = put<typeof presenceRoutes.enterPresence>('/api/sessions/:id/presence', {
  topics: [],
  row: 'session',
  idempotencyKey: false,
});

export const leavePresence = del<typeof presenceRoutes.leavePresence>('/api/sessions/:id/presence', {
  topics: [],
  row: 'session',
  idempotencyKey: false,
});

// What is new to a client since they were here, and the visit that they see first (behaviour §24).
export type { NewestVisit, News } from './viewing-routes.ts';

/** Looks that lie no further apart belong to one stay: what was new when it began stays new until it ends. */
export const stayMinutes = 30;

const released = ['sessions', 'projects', 'users', 'disputes', 'viewpoints'] as const;

export const news = get<typeof newsRoutes.news>('/api/news', { topics: ['sessions', 'projects'] });

export const newestVisit = get<typeof newsRoutes.newestVisit>('/api/news/newest-visit', { topics: released });

/** Touches no topic: within a stay it changes no answer, not even its own. */
export const markSeen = put<typeof newsRoutes.markSeen>('/api/sessions/:id/seen', {
  topics: [],
  row: 'session',
  idempotencyKey: false,
});

// Pictures taken back: an admin hides single files of a released session from clients at once (behaviour §23).
export const maxTakeBackReason = 300;

const shown = ['sessions', 'projects', 'viewpoints', 'disputes', 'notifications'] as const;

export const takeBack = put<typeof takenBackRoutes.takeBack>('/api/sessions/:id/media/:kind/:item/taken-back', {
  topics: shown,
  row: 'session',
  idempotencyKey: false,
});

export const showAgain = del<typeof takenBackRoutes.showAgain>('/api/sessions/:id/taken-back/:item', {
  topics: shown,
  row: 'session',
  idempotencyKey: false,
});

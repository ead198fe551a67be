// Share links: what somebody may see without a login, and for how long (behaviour §16).

import { del, list, post } from '#contract/core/endpoint.ts';
import type { shareLinkRoutes as routes } from './share-links-routes.ts';

export type { NewShareLink, SharedReport, SharedView, ShareLink, SharePicture } from './share-links-routes.ts';

/** Wrong PINs that end a link, counted from its making. */
export const maxWrongPins = 20;

/** Whether a link shows anything now, and else why not; `gone`: what it is of was removed, or is no longer released. */
export const shareLinkStates = ['live', 'expired', 'ended', 'too_many_pins', 'not_allowed', 'gone'] as const;

const topics = ['shareLinks', 'projects', 'users'] as const;

export const shareLinks = list<typeof routes.shareLinks>('/api/projects/:id/share-links', { topics, row: 'project' });

export const createShareLink = post<typeof routes.createShareLink>('/api/projects/:id/share-links', {
  status: 201,
  topics: ['shareLinks'],
  row: 'project',
  idempotencyKey: true,
});

/** The former address ends. */
export const renewShareLink = post<typeof routes.renewShareLink>('/api/share-links/:id/renew', {
  status: 201,
  topics: ['shareLinks'],
  row: 'shareLink',
  idempotencyKey: true,
});

export const endShareLink = del<typeof routes.endShareLink>('/api/share-links/:id', {
  topics: ['shareLinks'],
  row: 'shareLink',
  idempotencyKey: false,
});

export const endAllShareLinks = del<typeof routes.endAllShareLinks>('/api/projects/:id/share-links', {
  topics: ['shareLinks'],
  row: 'project',
  idempotencyKey: false,
});

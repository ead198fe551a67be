// Viewpoints: named camera positions of a site, each with one picture of every visit (behaviour §11).

import { get, list, patch, post, put } from '#contract/core/endpoint.ts';
import type { viewpointRoutes as routes } from './routes.ts';

export type {
  PicturePair,
  SessionViewpoints,
  Viewpoint,
  ViewpointPicture,
  ViewpointWithPictures,
} from './routes.ts';

/** A flat photo, or a 360° panorama. */
export const viewpointKinds = ['photo', 'panorama'] as const;
export type ViewpointKind = (typeof viewpointKinds)[number];

/** How a picture was assigned to its viewpoint. Manual choices are never changed automatically. */
export const placements = ['hand', 'name', 'position', 'picture'] as const;
export type Placement = (typeof placements)[number];

/** By what two pictures of different visits belong together, the surest first. */
export const pairings = ['viewpoint', 'position', 'picture', 'name', 'order'] as const;

/** Of one site, or of a project without sites; retired ones count. */
export const maxViewpoints = 100;

const readTopics = ['viewpoints', 'sessions', 'projects', 'users'] as const;

export const viewpoints = list<typeof routes.viewpoints>('/api/projects/:id/viewpoints', {
  topics: readTopics,
  row: 'project',
});

export const getViewpoint = get<typeof routes.getViewpoint>('/api/viewpoints/:id', {
  topics: readTopics,
  row: 'viewpoint',
});

export const editViewpoint = patch<typeof routes.editViewpoint>('/api/viewpoints/:id', {
  topics: ['viewpoints'],
  row: 'viewpoint',
  idempotencyKey: true,
});

export const placePicture = put<typeof routes.placePicture>('/api/viewpoints/:id/pictures/:sessionId', {
  topics: ['viewpoints'],
  row: 'viewpoint',
  idempotencyKey: false,
});

export const sessionViewpoints = get<typeof routes.sessionViewpoints>('/api/sessions/:id/viewpoints', {
  topics: readTopics,
  row: 'session',
});

export const createViewpoints = post<typeof routes.createViewpoints>('/api/sessions/:id/viewpoints', {
  status: 201,
  topics: ['viewpoints'],
  row: 'session',
  idempotencyKey: true,
});

/** Which pictures of two visits belong together, for a comparison. */
export const sessionPairs = get<typeof routes.sessionPairs>('/api/sessions/:id/pairs', {
  topics: readTopics,
  row: 'session',
});

// Viewpoints: named camera positions of a site, each with one picture of every visit (behaviour §11), and how two pictures align.
import { get, list, patch, post, put } from '#contract/core/endpoint.ts';
import type { alignmentRoutes, viewpointRoutes } from './routes.ts';

export type {
  PicturePair,
  SessionViewpoints,
  ThenAndNow,
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

export const viewpoints = list<typeof viewpointRoutes.viewpoints>('/api/projects/:id/viewpoints', {
  topics: readTopics,
  row: 'project',
});

export const getViewpoint = get<typeof viewpointRoutes.getViewpoint>('/api/viewpoints/:id', {
  topics: readTopics,
  row: 'viewpoint',
});

export const thenAndNow = get<typeof viewpointRoutes.thenAndNow>('/api/projects/:id/then-and-now', {
  topics: readTopics,
  row: 'project',
});

export const editViewpoint = patch<typeof viewpointRoutes.editViewpoint>('/api/viewpoints/:id', {
  topics: ['viewpoints'],
  row: 'viewpoint',
  idempotencyKey: true,
});

export const placePicture = put<typeof viewpointRoutes.placePicture>('/api/viewpoints/:id/pictures/:sessionId', {
  topics: ['viewpoints'],
  row: 'viewpoint',
  idempotencyKey: false,
});

export const sessionViewpoints = get<typeof viewpointRoutes.sessionViewpoints>('/api/sessions/:id/viewpoints', {
  topics: readTopics,
  row: 'session',
});

export const createViewpoints = post<typeof viewpointRoutes.createViewpoints>('/api/sessions/:id/viewpoints', {
  status: 201,
  topics: ['viewpoints'],
  row: 'session',
  idempotencyKey: true,
});

/** Which pictures of two visits belong together, for a comparison. */
export const sessionPairs = get<typeof viewpointRoutes.sessionPairs>('/api/sessions/:id/pairs', {
  topics: readTopics,
  row: 'session',
});

// Alignments: how two pictures of one place, from two visits, are overlaid (behaviour §12).
export type { Alignment } from './routes.ts';

/** How many places somebody marks in both pictures. */
export const minMarks = 3;
export const maxMarks = 8;

/** Visits in between through which two pictures may be aligned. */
export const maxChain = 3;

/** The first call for a pair starts the work; the topic announces when it is done. */
export const getAlignment = get<typeof alignmentRoutes.getAlignment>('/api/alignments', {
  topics: ['viewpoints', 'sessions', 'projects'],
});

export const alignByHand = put<typeof alignmentRoutes.alignByHand>('/api/alignments', {
  topics: ['viewpoints'],
  idempotencyKey: false,
});

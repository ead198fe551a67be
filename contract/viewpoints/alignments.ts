// Alignments: how two pictures of one place, from two visits, are overlaid (behaviour §12).

import { get, put } from '#contract/core/endpoint.ts';
import type { alignmentRoutes as routes } from './alignments-routes.ts';

export type { Alignment } from './alignments-routes.ts';

/** How many places somebody marks in both pictures. */
export const minMarks = 3;
export const maxMarks = 8;

/** Visits in between through which two pictures may be aligned. */
export const maxChain = 3;

/** The first call for a pair starts the work; the topic announces when it is done. */
export const getAlignment = get<typeof routes.getAlignment>('/api/alignments', {
  topics: ['viewpoints', 'sessions', 'projects'],
});

export const alignByHand = put<typeof routes.alignByHand>('/api/alignments', {
  topics: ['viewpoints'],
  idempotencyKey: false,
});

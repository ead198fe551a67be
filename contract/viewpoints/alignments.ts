// Alignments: how two pictures of one place, from two visits, lie over each other (behaviour §12).

import { get, put } from '#contract/core/endpoint.ts';
import type { alignmentRoutes as routes } from './alignments-routes.ts';

export type { Alignment } from './alignments-routes.ts';

/** So many places does a hand mark in both pictures. */
export const minMarks = 3;
export const maxMarks = 8;

/** Visits in between by way of which two pictures may be aligned. */
export const maxChain = 3;

/** The first call for a pair starts the work; the topic tells when it is done. */
export const getAlignment = get<typeof routes.getAlignment>('/api/alignments', {
  topics: ['viewpoints', 'sessions', 'projects'],
});

export const alignByHand = put<typeof routes.alignByHand>('/api/alignments', { topics: ['viewpoints'] });

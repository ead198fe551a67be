// The routes of alignments.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import * as schemas from '#contract/schemas/alignments.ts';

export const alignmentRoutes = {
  getAlignment: {
    query: schemas.AlignmentQuery,
    reply: schemas.Alignment,
    access: can.authenticated,
    counts: 'alignment',
    summary: 'How two pictures that one may see are aligned; asking starts the work.',
  },
  alignByHand: {
    body: schemas.HandAlignment,
    reply: schemas.Alignment,
    access: can.alignPictures,
    summary: 'Lays two pictures over each other by places that a person marked in both.',
  },
} satisfies RouteDefinitions;

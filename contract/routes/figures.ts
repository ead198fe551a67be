// The routes of the figures of the review.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { FigureQuery, ReviewFigures } from '#contract/schemas/figures.ts';

export const figureRoutes = {
  reviewFigures: {
    query: FigureQuery,
    reply: ReviewFigures,
    access: can.reviewSessions,
    summary: 'What waits for a decision, how long decisions took, and what passed at its first submission.',
  },
  reviewFiguresTable: {
    query: FigureQuery,
    reply: '*/*',
    access: can.reviewSessions,
    summary: 'The same figures as CSV.',
  },
} satisfies RouteDefinitions;

// The schemas and routes of the figures of the review.
import * as z from 'zod/mini';
import { Instant } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { reasonCodes } from '#contract/sessions/rejection.ts';
import { type FigureSpan, figureSpans } from './figures.ts';

const spans = Object.keys(figureSpans);
const noSpan = `days must be ${spans.slice(0, -1).join(', ')} or ${spans.at(-1)}`;

export const FigureQuery = z.object({
  days: z._default(
    z.pipe(
      z.enum(spans as [string, ...string[]], noSpan),
      z.transform((text) => Number(text) as FigureSpan),
    ),
    30,
  ),
});

/** Of the decisions within the days; the median in seconds from submission to decision, null where there was none. */
const decided = {
  decisions: z.number(),
  median: z.nullable(z.number()),
  /** Sessions decided for the first time, and how many of them were approved. */
  first: z.number(),
  passed: z.number(),
};

/** What waits now: how many, and since when the oldest and the middle one. */
const waiting = { waiting: z.number(), oldest: z.nullable(Instant), middle: z.nullable(Instant) };

export const FigureRow = z.object({ id: z.number(), name: z.string(), ...waiting, ...decided });
export type FigureRow = z.infer<typeof FigureRow>;

export const ReviewFigures = z.object({
  days: z.number(),
  /** First and last day, as the company's clock counts them. */
  from: z.string(),
  until: z.string(),
  timeZone: z.string(),
  all: z.object({ ...waiting, ...decided }),
  photographers: z.array(FigureRow),
  projects: z.array(FigureRow),
  /** Of rejections within the days, most frequent first; one that names several counts for each. */
  reasons: z.array(z.object({ reason: z.enum(reasonCodes), rejections: z.number() })),
  /** Days, weeks or months, oldest first, each by its first day within the span. */
  periods: z.array(z.object({ from: z.string(), ...decided })),
});
export type ReviewFigures = z.infer<typeof ReviewFigures>;

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

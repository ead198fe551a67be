// The figures of the review: what waits, how long decisions took, and what passed at its first submission (behaviour §25).

import { get } from '#contract/core/endpoint.ts';
import type { figureRoutes as routes } from './figures-routes.ts';

export type { FigureRow, ReviewFigures } from './figures-routes.ts';

/** Over how many days, today among them; each with the periods that its plot and table are made of. */
export const figureSpans = { 30: 'day', 90: 'week', 365: 'month' } as const;
export type FigureSpan = keyof typeof figureSpans;

const topics = ['sessions', 'projects', 'users', 'settings'] as const;

export const reviewFigures = get<typeof routes.reviewFigures>('/api/review-figures', { topics });

export const reviewFiguresTable = get<typeof routes.reviewFiguresTable>('/api/review-figures/table.csv');

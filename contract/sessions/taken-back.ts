// Pictures taken back: an admin hides single files of a released session from clients at once (behaviour §23).

import { del, put } from '#contract/core/endpoint.ts';
import type { takenBackRoutes as routes } from './taken-back-routes.ts';

export const maxTakeBackReason = 300;

const shown = ['sessions', 'projects', 'viewpoints', 'disputes', 'notifications'] as const;

export const takeBack = put<typeof routes.takeBack>('/api/sessions/:id/media/:kind/:item/taken-back', {
  topics: shown,
  row: 'session',
  idempotencyKey: false,
});

export const showAgain = del<typeof routes.showAgain>('/api/sessions/:id/taken-back/:item', {
  topics: shown,
  row: 'session',
  idempotencyKey: false,
});

// The checklist of a review: what a person checks besides the automatic checks, line by line; edited by admins (behaviour §21.5).

import { get, put } from '#contract/core/endpoint.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { checklistRoutes as routes } from './checklist-routes.ts';
import type { CheckName } from './checks.ts';

export type { SavedChecklist } from './checklist-routes.ts';

/**
 * `kind` null: for every visit; else only for those that link to such media. `check`: the automatic check that fills in this line; null:
 * only a person can.
 */
export type ChecklistLine = { text: string; kind: MediaKind | null; check: CheckName | null };

export const maxChecklistLines = 30;
export const maxLineLength = 200;

export const defaultChecklist: readonly ChecklistLine[] = [
  { text: 'It is the right site, and the phase that was named', kind: null, check: null },
  { text: 'No face, number plate or neighbour’s property can be recognised', kind: null, check: null },
  { text: 'Every link opens for the client', kind: null, check: 'links' },
  { text: 'Taken on the day of the visit', kind: null, check: 'captureDates' },
  { text: 'Taken at the site', kind: null, check: 'positions' },
  { text: 'As many pictures as earlier visits', kind: null, check: 'count' },
  { text: 'Every viewpoint has its picture', kind: null, check: 'coverage' },
  { text: 'No blurred pictures', kind: null, check: 'blurred' },
  { text: 'No pictures that are too dark', kind: null, check: 'dark' },
  { text: 'No duplicates', kind: null, check: 'alike' },
  { text: 'The whole site is visible from above and from each side', kind: 'drone', check: null },
  { text: 'Every room with work in progress is covered', kind: 'indoor', check: null },
  { text: 'The film is steady and shows the whole site', kind: 'videos', check: null },
  { text: 'The camera is level and nobody stands beside it', kind: 'tour360', check: null },
  { text: 'The map has no holes and no torn edges', kind: 'orthomosaic', check: null },
];

const topics = ['settings'] as const;

export const checklist = get<typeof routes.checklist>('/api/checklist', { topics });

export const editChecklist = put<typeof routes.editChecklist>('/api/checklist', { topics, idempotencyKey: true });

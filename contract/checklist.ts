// The checklist of a review: what a person looks at beside the checks, line by line; edited by admins (behaviour §21.5).
import type { checklistRoutes as routes } from '#contract/routes/checklist.ts';
import type { CheckName } from './checks.ts';
import { get, put } from './endpoint.ts';
import type { MediaKind } from './media.ts';

export type { SavedChecklist } from '#contract/schemas/checklist.ts';

/**
 * `kind` null: of every visit; else only of those that link to such media. `check`: what the product looks at for this line and fills
 * in; null: only a person can.
 */
export type ChecklistLine = { text: string; kind: MediaKind | null; check: CheckName | null };

export const maxChecklistLines = 30;
export const maxLineLength = 200;

const line = (text: string, of: Partial<ChecklistLine> = {}): ChecklistLine => ({
  text,
  kind: null,
  check: null,
  ...of,
});

export const defaultChecklist: readonly ChecklistLine[] = [
  line('It is the right site, and the phase that was named'),
  line('No face, number plate or neighbour’s property can be recognised'),
  line('Every link opens for the client', { check: 'links' }),
  line('The pictures are of the day of the visit', { check: 'captureDates' }),
  line('They were taken at the site', { check: 'positions' }),
  line('There are as many as of the visits before', { check: 'count' }),
  line('Every viewpoint has its picture', { check: 'coverage' }),
  line('None is blurred', { check: 'blurred' }),
  line('None is too dark', { check: 'dark' }),
  line('None is there twice', { check: 'alike' }),
  line('The whole site is to be seen from above, and from each side', { kind: 'drone' }),
  line('Every room that work goes on in is there', { kind: 'indoor' }),
  line('The film is steady and shows the whole site', { kind: 'videos' }),
  line('The camera stood level, and nobody stands beside it', { kind: 'tour360' }),
  line('The map has no holes and no torn edges', { kind: 'orthomosaic' }),
];

const topics = ['settings'] as const;

export const checklist = get<typeof routes.checklist>('/api/checklist', { topics });

export const editChecklist = put<typeof routes.editChecklist>('/api/checklist', { topics });

// The checklist of a review: what a person looks at beside the checks, line by line; edited by admins (behaviour §21.5).
import type { checklistRoutes as routes } from '#contract/routes/checklist.ts';
import { get, put } from './endpoint.ts';
import type { MediaKind } from './media.ts';

export type { SavedChecklist } from '#contract/schemas/checklist.ts';

/** `kind` null: of every visit; else only of those that link to such media. */
export type ChecklistLine = { text: string; kind: MediaKind | null };

export const maxChecklistLines = 30;
export const maxLineLength = 200;

export const defaultChecklist: readonly ChecklistLine[] = [
  { text: 'It is the right site, and the phase that was named', kind: null },
  { text: 'No face, number plate or neighbour’s property can be recognised', kind: null },
  { text: 'The whole site is to be seen from above, and from each side', kind: 'drone' },
  { text: 'Every room that work goes on in is there', kind: 'indoor' },
  { text: 'The film is steady and shows the whole site', kind: 'videos' },
  { text: 'The camera stood level, and nobody stands beside it', kind: 'tour360' },
  { text: 'The map has no holes and no torn edges', kind: 'orthomosaic' },
];

const topics = ['settings'] as const;

export const checklist = get<typeof routes.checklist>('/api/checklist', { topics });

export const editChecklist = put<typeof routes.editChecklist>('/api/checklist', { topics });

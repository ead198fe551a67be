// Checks of a visit: what its links and pictures reveal before a person decides (behaviour §21), and the checklist of that person.
import { shortDay } from '#contract/core/day-words.ts';
import { get, put } from '#contract/core/endpoint.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { BorrowedPicture, checklistRoutes, checkRoutes } from './checks-routes.ts';

export type { BorrowedPicture, Check, SessionChecks, SitePlace, VisitCodes } from './checks-routes.ts';

/** In the order in which a review reads them. */
export const checkNames = [
  'links',
  'captureDates',
  'positions',
  'count',
  'coverage',
  'blurred',
  'dark',
  'alike',
  'borrowed',
] as const;
export type CheckName = (typeof checkNames)[number];

export const verdicts = ['fits', 'differs', 'notChecked'] as const;

export const sessionChecks = get<typeof checkRoutes.sessionChecks>('/api/sessions/:id/checks', {
  topics: ['checks', 'sessions', 'projects', 'viewpoints'],
  row: 'session',
});

/** Pictures taken farther from the site than this count as pictures of another one. */
export const siteMetres = 500;

/** Called before there is a visit, by somebody about to submit one. */
export const sitePlace = get<typeof checkRoutes.sitePlace>('/api/projects/:id/place', {
  topics: ['checks', 'sessions', 'projects'],
  row: 'project',
});

/** Called before there is a visit, by somebody about to make one. */
export const visitCodes = get<typeof checkRoutes.visitCodes>('/api/projects/:id/visit-codes', {
  topics: ['projects'],
  row: 'project',
});

// The checklist of a review: what a person checks besides the automatic checks, line by line; edited by admins (behaviour §21.5).
export type { SavedChecklist } from './checks-routes.ts';

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
  { text: 'No pictures of other visits', kind: null, check: 'borrowed' },
  { text: 'The whole site is visible from above and from each side', kind: 'drone', check: null },
  { text: 'Every room with work in progress is covered', kind: 'indoor', check: null },
  { text: 'The video is steady and shows the whole site', kind: 'videos', check: null },
  { text: 'The camera is level and nobody stands beside it', kind: 'tour360', check: null },
  { text: 'The map has no holes and no torn edges', kind: 'orthomosaic', check: null },
];

export const checklist = get<typeof checklistRoutes.checklist>('/api/checklist', { topics: ['settings'] });

export const editChecklist = put<typeof checklistRoutes.editChecklist>('/api/checklist', {
  topics: ['settings'],
  idempotencyKey: true,
});

// How the checks of a visit are called.
export const checkLabels: Record<CheckName, string> = {
  links: 'Links',
  captureDates: 'Dates',
  positions: 'Place',
  count: 'Number of pictures',
  coverage: 'Viewpoints',
  blurred: 'Sharpness',
  dark: 'Brightness',
  alike: 'Repeats',
  borrowed: 'Other visits',
};

// How a picture that an earlier visit had before is named: with that visit, and with what was changed since.

/** 'the same picture as in session 212, Mar 14, 2026, cut and mirrored': how a picture was changed since. */
export function borrowedWords({ known, cut, mirrored, turned }: BorrowedPicture): string {
  const changes = [cut && 'cut', mirrored && 'mirrored', turned && 'turned'].filter((change) => change !== false);
  const last = changes.pop();
  const said = changes.length > 0 ? `${changes.join(', ')} and ${last}` : last;
  return `the same picture as in session ${known.sessionId}, ${shortDay(known.captureDate)}${said ? `, ${said}` : ''}`;
}

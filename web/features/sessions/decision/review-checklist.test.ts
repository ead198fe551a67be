// Which lines of the checklist a review shows, and which are done.
import { expect, it } from 'vitest';
import type { Check } from '#contract/sessions/checks.ts';
import { type ChecklistLine, defaultChecklist } from '#contract/sessions/checks.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { isDone, linesFor } from './review-checklist.tsx';

it('lines of every visit are shown, and of the media that it links to', () => {
  const nothing = {
    droneImagesUrl: null,
    indoorImagesUrl: null,
    videoUrl: null,
    tour360Url: null,
    orthomosaicUrl: null,
  };
  const kinds = (session: object) =>
    linesFor(defaultChecklist, { ...nothing, ...session } as Session).flatMap(({ kind }) => kind ?? []);
  expect(kinds({})).toEqual([]);
  expect(kinds({ videoUrl: 'https://youtu.be/a' })).toEqual(['videos']);
});

const none = new Map<string, boolean>();
const sharp: ChecklistLine = { text: 'No blurred pictures', kind: null, check: 'blurred' };
const found = (verdict: Check['verdict']): Check[] => [{ name: 'blurred', verdict, evidence: 'Two.', pictures: [] }];

it('a line is ticked by the product where its check fits, and by nobody where it differs or was not made', () => {
  expect(isDone(sharp, found('fits'), none)).toBe(true);
  expect(isDone(sharp, found('differs'), none)).toBe(false);
  expect(isDone(sharp, found('notChecked'), none)).toBe(false);
  expect(isDone(sharp, [], none)).toBe(false);
  expect(isDone({ ...sharp, check: null }, found('fits'), none)).toBe(false);
});

it('what a person ticked or took away stands', () => {
  expect(isDone(sharp, found('differs'), new Map([['null No blurred pictures', true]]))).toBe(true);
  expect(isDone(sharp, found('fits'), new Map([['null No blurred pictures', false]]))).toBe(false);
});

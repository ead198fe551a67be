// Claims about the words for planned visits.
import { expect, test } from 'vitest';
import { nextVisitWords, visitName } from './visit-words.ts';

test('the next visit is expected on a day, today, or was expected', () => {
  expect(nextVisitWords({ day: '2026-12-12', state: 'planned' })).toBe('Next visit expected on December 12, 2026');
  expect(nextVisitWords({ day: '2026-12-12', state: 'due' })).toBe('Next visit expected today');
  expect(nextVisitWords({ day: '2026-12-12', state: 'late' })).toBe('Next visit was expected on December 12, 2026');
});

test('a planned visit is called by its day and place', () => {
  expect(visitName({ day: '2026-12-12', site: { id: 1, name: 'Block A' } })).toBe('December 12, 2026, Block A');
  expect(visitName({ day: '2026-12-12', site: null })).toBe('December 12, 2026, Whole project');
});

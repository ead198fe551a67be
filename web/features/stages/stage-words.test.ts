// Stages and their marks in words, and list by list.
import { expect, it } from 'vitest';
import type { GivenMark, Stage } from '#contract/stages/endpoints.ts';
import { actWords, giverWords, listsOf, varianceWords } from './stage-words.ts';

it('a mark says what was done, by whom and as what', () => {
  expect(actWords({ kind: 'confirmed', act: 'given' })).toBe('Confirmed');
  expect(actWords({ kind: 'confirmed', act: 'refused' })).toBe('Refused');
  expect(actWords({ kind: 'seen', act: 'taken_back' })).toBe('Taken back: Seen');
  const checker = { byName: 'Yetunde Cole', as: 'checker', onSite: true } as GivenMark;
  expect(giverWords(checker)).toBe('Yetunde Cole (checker, checked on site)');
  expect(giverWords({ ...checker, onSite: false })).toBe('Yetunde Cole (checker)');
});

it('a claim that nobody confirmed says since when', () => {
  expect(varianceWords({ kind: 'unconfirmed', days: 16 })).toBe('Claimed 16 days ago, not confirmed');
});

it('the project’s own list stands first, and dropped stages apart', () => {
  const site = { id: 7, name: 'Block A' };
  const stage = (id: number, more: Partial<Stage> = {}) => ({ id, site: null, dropped: false, ...more }) as Stage;
  const lists = listsOf([stage(1), stage(2, { dropped: true }), stage(3, { site }), stage(4)]);
  const ids = (stages: readonly Stage[]) => stages.map(({ id }) => id);
  expect(lists.map((list) => [list.site?.name, ids(list.stages), ids(list.dropped)])).toEqual([
    [undefined, [1, 4], [2]],
    ['Block A', [3], []],
  ]);
});

// The labels beside the files of a deliverable.
import { expect, test } from 'vitest';
import { groupFiles, problemWords, sizeWords, totalWords, withheldWords } from './deliverable-words.ts';

test('a folder says how many files it holds and what they weigh, as far as that is known', () => {
  expect(totalWords([{ bytes: 38_000_000 }])).toBe('1 file · 38.0 MB');
  expect(totalWords([{ bytes: 38_000_000 }, { bytes: null }])).toBe('2 files · more than 38.0 MB');
  expect(totalWords([{ bytes: null }])).toBe('1 file');
  expect([sizeWords({ bytes: null }), sizeWords({ bytes: 1_240_000 })]).toEqual(['JPEG', '1.2 MB']);
});

test('what a reader does not get is counted', () => {
  const file = { id: 'a', name: 'a', bytes: 1, fileUrl: '/a' };
  expect(withheldWords({ files: [file], withheld: 0 })).toBeNull();
  expect(withheldWords({ files: [file], withheld: 2 })).toBe(
    '2 more files are only for the photographer and the admins.',
  );
  expect(withheldWords({ files: [], withheld: 1 })).toBe('1 file is only for the photographer and the admins.');
});

test('files stand in the folders that they lie in', () => {
  const file = (name: string, group?: string) => ({ id: name, name, group, bytes: 1, fileUrl: name });
  const groups = groupFiles([file('a'), file('b'), file('c', 'Plans'), file('d', 'Plans'), file('e', 'Raw')]);
  expect(groups.map(({ name, files }) => [name, files.length])).toEqual([
    [undefined, 2],
    ['Plans', 2],
    ['Raw', 1],
  ]);
  expect(groupFiles([])).toEqual([]);
});

test('the crew sees which file clients don’t get, and why', () => {
  expect(problemWords({ problem: 'plan.pdf is encrypted' })).toBe(
    'Clients don’t get this file: plan.pdf is encrypted.',
  );
  expect(problemWords({})).toBeNull();
});

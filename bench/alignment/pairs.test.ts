// The file of pairs: what is read from it, and what is said where it is malformed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BadPairs, parsePairs, readPairs } from './pairs.ts';

const truth = [1, 0, 12, 0, 1, -3, 0, 0, 1];
const parse = (value: unknown) => parsePairs(JSON.stringify(value), '/pairs');

test('a pair keeps the names that it was given, and its pictures lie beside the file', () => {
  const pairs = parse([
    { older: 'site/a.jpg', newer: './b.jpg', truth },
    { older: 'site/a.jpg', newer: '/elsewhere/c.jpg', truth: null },
  ]);
  expect(pairs).toEqual([
    { older: '/pairs/site/a.jpg', newer: '/pairs/b.jpg', names: ['site/a.jpg', './b.jpg'], truth, kind: 'given' },
    {
      older: '/pairs/site/a.jpg',
      newer: '/elsewhere/c.jpg',
      names: ['site/a.jpg', '/elsewhere/c.jpg'],
      truth: null,
      kind: 'wrong',
    },
  ]);
});

test.each([
  ['no array', { pairs: [] }, 'There must be an array of { older, newer, truth }'],
  ['no pairs', [], 'There must be one pair at least'],
  ['no newer one', [{ older: 'a.jpg', truth }], 'Pair 1, newer: must be the name of a file'],
  ['an empty name', [{ older: '', newer: 'b.jpg', truth }], 'Pair 1, older: must be the name of a file'],
  [
    'eight numbers',
    [
      { older: 'a.jpg', newer: 'b.jpg', truth: null },
      { older: 'a.jpg', newer: 'b.jpg', truth: truth.slice(1) },
    ],
    'Pair 2, truth: must be nine numbers or null',
  ],
  ['three rows', [{ older: 'a.jpg', newer: 'b.jpg', truth: [[1, 0, 0]] }], 'Pair 1, truth, 0: must hold numbers only'],
  ['no truth', [{ older: 'a.jpg', newer: 'b.jpg' }], 'Pair 1, truth: must be nine numbers or null'],
  [
    'a flat truth',
    [{ older: 'a.jpg', newer: 'b.jpg', truth: [0, 0, 0, 0, 0, 0, 0, 0, 0] }],
    'Pair 1, truth: must be a homography: this one flattens the picture',
  ],
])('a file with %s is refused in words', (_, value, words) => {
  expect(() => parse(value)).toThrow(new BadPairs(words));
});

test('a file that is no JSON, or is not there, is refused in words', () => {
  expect(() => parsePairs('older: a.jpg', '/pairs')).toThrow(/^It is no JSON/);
  expect(() => readPairs('/nowhere/pairs.json')).toThrow('There is no file /nowhere/pairs.json');
});

test('a picture that is not there is named with its pair', () => {
  const folder = mkdtempSync(join(tmpdir(), 'topout-pairs-'));
  const file = join(folder, 'pairs.json');
  writeFileSync(join(folder, 'a.jpg'), '');
  writeFileSync(file, JSON.stringify([{ older: 'a.jpg', newer: 'b.jpg', truth: null }]));
  expect(() => readPairs(file)).toThrow(`Pair 1: there is no picture b.jpg beside ${file}`);
  rmSync(folder, { recursive: true });
});

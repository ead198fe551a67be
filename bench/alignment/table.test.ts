// The goals of alignment beside the figures.
import { expect, test } from 'vitest';
import type { PairKind } from './pairs.ts';
import { goalRows } from './table.ts';

const matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];
type Measured = Parameters<typeof goalRows>[0][number];

const measured = (kind: PairKind, change: Partial<Measured> = {}): Measured => {
  const isRight = kind !== 'wrong';
  const found = { matrix: isRight ? matrix : null, error: isRight ? 0.2 : Number.NaN };
  const pair = { kind, names: ['a.jpg', 'b.jpg'] as const };
  return { pair, inliers: 40, links: 1, misfit: 0, cpuMs: 2000, looks: [2000], ...found, ...change };
};
const memory = { megabytes: 300, isGone: true };
const missed = (all: readonly Measured[], held = memory) =>
  goalRows(all, held)
    .filter(({ isMissed }) => isMissed)
    .map(({ what }) => what.trim());

test('figures that reach their goals miss none', () => {
  const refused = { matrix: null, error: Number.NaN };
  const apart = Array.from({ length: 20 }, (_, at) => measured('apart', at === 0 ? refused : {}));
  expect(missed([measured('next'), ...apart, measured('wrong')])).toEqual([]);
});

test.each<[string, Measured[]]>([
  ['visits that follow each other, aligned', [measured('next', { matrix: null, error: Number.NaN }), measured('next')]],
  [
    'two to five apart, and the first with the last, aligned',
    [measured('apart', { matrix: null, error: Number.NaN }), measured('apart')],
  ],
  ['error of the middle pair, % of the width', [measured('given', { error: 1.2 })]],
  ['different places, accepted', [measured('wrong', { matrix })]],
  ['CPU of two pictures, most, s', [measured('given', { cpuMs: 9000, looks: [1000, 8000] })]],
])('a goal that is missed is marked: %s', (what, all) => {
  expect(missed(all)).toEqual([what]);
});

test('memory that is too much, or does not come back, is marked', () => {
  expect(missed([measured('next')], { megabytes: 351, isGone: false })).toEqual([
    'memory of the process, most, MB',
    'the process afterwards',
  ]);
});

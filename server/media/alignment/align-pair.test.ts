// How a picture stands, as far as judging an alignment needs to know it.
import { expect, test } from 'vitest';
import { aspectOf } from './align-pair.ts';

const silent = { width: null, height: null };

test('a picture stands as its own header says, where its source does not know it', async () => {
  const upright = { ...silent, metadata: async () => ({ width: 3000, height: 4000, panorama: null }) };
  expect(await aspectOf(upright)).toBeCloseTo(4 / 3);
});

test('without a header it stands as its source says, else as most do', async () => {
  expect(await aspectOf({ width: 1600, height: 800 })).toBe(0.5);
  expect(await aspectOf({ width: 1600, height: 800, metadata: async () => ({ ...silent, panorama: null }) })).toBe(0.5);
  expect(await aspectOf(silent)).toBe(0.75);
});

// Whatever colour a company chooses, its words can be read.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, isReadable, shadesOf } from './brand-shades.ts';

const colours = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
const pages = { light: ['#f7f8fa', '#ffffff', '#eef0f3'], dark: ['#0d0f12', '#14171b', '#1b1f24', '#20252b'] };

test('of any colour white words keep 4.5:1 on its ground, its words 4.5:1 on every ground, and its marks 3:1, light and dark', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const shades = shadesOf(colour);
      for (const theme of ['light', 'dark'] as const) {
        const { ground, hover, ink, soft } = shades[theme];
        const words = [
          ...[ground, hover].map((under) => contrast('#ffffff', under)),
          ...[...pages[theme], soft].map((page) => contrast(ink, page)),
        ];
        const marks = pages[theme].map((page) => contrast(ground, page));
        expect([Math.min(...words) >= 4.5, Math.min(...marks) >= 3]).toEqual([true, true]);
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['#1a5fb4', true],
  ['#000000', true],
  ['#ffd400', false],
  ['#ffffff', false],
])('%s is taken as it is: %s', (colour, readable) => {
  expect(isReadable(colour)).toBe(readable);
  expect(shadesOf(colour).light.ground === colour).toBe(readable);
});

test('contrast is that of WCAG: 21 for black on white, 1 for a colour on itself', () => {
  expect([
    contrast('#000000', '#ffffff'),
    contrast('#767676', '#ffffff').toFixed(2),
    contrast('#123456', '#123456'),
  ]).toEqual([21, '4.54', 1]);
});

// What the downloaded picture is made of.
import { expect, it } from 'vitest';
import { columnsOf, type Drawing } from './download.ts';
import type { Mode } from './modes.ts';

const source = { width: 3, height: 2 } as unknown as HTMLCanvasElement;
const capture = { source, width: 3, height: 2 };
const drawing: Drawing = {
  captures: { left: capture, right: capture },
  titles: { left: 'May', right: 'June' },
  heading: '',
  footing: '',
  layering: { mode: 'side', at: 30, fade: 25, shown: 'right' },
};
const layers = (mode: Mode) =>
  columnsOf({ ...drawing, layering: { ...drawing.layering, mode } }).map(({ title, layers: all }) => [
    title,
    all.map(({ from, to, opacity }) => [from, to, opacity]),
  ]);

it('is what is shown: both beside each other, divided, blended, or the one in sight', () => {
  expect(layers('side')).toEqual([
    ['May', [[0, 1, 1]]],
    ['June', [[0, 1, 1]]],
  ]);
  expect(layers('swipe')).toEqual([
    [
      'May  |  June',
      [
        [0, 0.3, 1],
        [0.3, 1, 1],
      ],
    ],
  ]);
  expect(layers('fade')).toEqual([
    [
      'May, and 25% of June',
      [
        [0, 1, 1],
        [0, 1, 0.25],
      ],
    ],
  ]);
  expect(layers('blink')).toEqual([['June', [[0, 1, 1]]]]);
});

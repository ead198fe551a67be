// Looking at pictures: bounds, offsets, and the same place on every screen.
import { expect, it } from 'vitest';
import {
  bounded,
  fitOf,
  initialViewport,
  isShifted,
  placed,
  readView,
  shiftBetween,
  shifted,
  transformOf,
  unshifted,
  writeView,
} from './viewport.ts';

const picture = { width: 3000, height: 2000 };

it('a picture shown whole fills the pane in one direction', () => {
  expect(fitOf(picture, { width: 600, height: 400 })).toEqual({ x: 1, y: 1 });
  expect(fitOf(picture, { width: 600, height: 800 })).toEqual({ x: 1, y: 0.5 });
});

it('the view stops at the edge of the picture, and what is whole stays in the middle', () => {
  const fit = { x: 1, y: 0.5 };
  expect(bounded({ x: 0, y: 0, zoom: 1 }, fit)).toEqual(initialViewport);
  expect(bounded({ x: 0, y: 0, zoom: 2 }, fit)).toEqual({ x: 0.25, y: 0.5, zoom: 2 });
  expect(bounded({ x: 1, y: 1, zoom: 4 }, fit)).toEqual({ x: 0.875, y: 0.75, zoom: 4 });
  expect(bounded({ x: 0.5, y: 0.5, zoom: 99 }, fit).zoom).toBe(8);
  expect(bounded({ x: 0.5, y: 0.5, zoom: 0.1 }, fit).zoom).toBe(1);
});

it('two views that were set apart stay apart by as much', () => {
  const left = { x: 0.4, y: 0.5, zoom: 2 };
  const right = { x: 0.45, y: 0.48, zoom: 2.2 };
  const shift = shiftBetween(left, right);
  expect(isShifted(shift)).toBe(true);
  const moved = shifted({ x: 0.2, y: 0.3, zoom: 4 }, shift);
  expect(moved.x).toBeCloseTo(0.25);
  expect(moved.y).toBeCloseTo(0.28);
  expect(moved.zoom).toBeCloseTo(4.4);
  expect(unshifted(right, shift).x).toBeCloseTo(left.x);
  expect(isShifted(shiftBetween(left, left))).toBe(false);
});

it('what is in the middle of the view is in the middle of every pane', () => {
  const view = { x: 0.25, y: 0.75, zoom: 2 };
  for (const pane of [
    { width: 360, height: 240 },
    { width: 1400, height: 600 },
  ]) {
    const { x, y, width, height } = placed(view, picture, pane);
    expect(x + view.x * width).toBeCloseTo(pane.width / 2);
    expect(y + view.y * height).toBeCloseTo(pane.height / 2);
  }
});

it('is written for the browser relative to the picture, and not at all where nothing moved', () => {
  expect(transformOf(initialViewport)).toBe('translate(0.000%, 0.000%) scale(1.0000)');
  expect(transformOf({ x: 0.25, y: 0.5, zoom: 2 })).toBe('translate(50.000%, 0.000%) scale(2.0000)');
  expect(writeView(initialViewport, initialViewport)).toEqual([]);
  expect(writeView({ x: 1 / 3, y: 0.5, zoom: 2 }, initialViewport)).toEqual([0.3333, 0.5, 2]);
  expect(readView([0.3333, 0.5, 2], initialViewport)).toEqual({ x: 0.3333, y: 0.5, zoom: 2 });
  expect(readView([0.3, 0.5], initialViewport)).toEqual(initialViewport);
  expect(readView([0.3, 0.5, 0], initialViewport)).toEqual(initialViewport);
});

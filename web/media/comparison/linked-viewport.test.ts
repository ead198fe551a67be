// Two sides that move together, or apart.
import { expect, it } from 'vitest';
import { createLinkedViewport } from './linked-viewport.ts';
import { initialViewport, noOffset } from './viewport.ts';

const fit = { x: 1, y: 1 };
const near = { x: 0.4, y: 0.6, zoom: 2 };

it('locked, both sides look at the same place', () => {
  const views = createLinkedViewport({ left: initialViewport, shift: noOffset });
  views.move('right', near, fit);
  expect(views.get('left')).toEqual(near);
  expect(views.get('right')).toEqual(near);
});

it('unlocked, each side moves alone, and locked again the offset stays', () => {
  const views = createLinkedViewport({ left: near, shift: noOffset });
  views.lock(false);
  views.move('right', { x: 0.45, y: 0.6, zoom: 2 }, fit);
  expect(views.get('left')).toEqual(near);
  views.lock(true);
  views.move('left', { x: 0.5, y: 0.5, zoom: 4 }, fit);
  expect(views.get('right').x).toBeCloseTo(0.55);
  expect(views.get('right').zoom).toBeCloseTo(4);
  views.move('right', { x: 0.35, y: 0.5, zoom: 4 }, fit);
  expect(views.get('left').x).toBeCloseTo(0.3);
});

it('unlocked, moving the left side leaves the right one where it is', () => {
  const views = createLinkedViewport({ left: initialViewport, shift: noOffset });
  views.lock(false);
  views.move('left', near, fit);
  expect(views.get('right')).toEqual(initialViewport);
});

it('tells of every move, and reset shows both whole again', () => {
  const views = createLinkedViewport({ left: near, shift: { x: 0.1, y: 0, zoom: 1 } });
  let heard = 0;
  const leave = views.hear(() => {
    heard += 1;
  });
  views.zoomBy('reset');
  leave();
  views.zoomBy('reset');
  expect(heard).toBe(1);
  expect(views.get('right')).toEqual(initialViewport);
});

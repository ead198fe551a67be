// Looking at photos: bounds, offsets, the same place on every screen; and two photos that move together, or apart.
import { expect, it } from 'vitest';
import {
  bounded,
  createPhotoLink,
  fitOf,
  inverseOffset,
  isShifted,
  needsWhole,
  noOffset,
  offsetBetween,
  type PhotoOffset,
  type PhotoView,
  placeIn,
  readView,
  shifted,
  transformOf,
  wholePhoto,
  writeView,
} from './photo-view.ts';

const photo = { width: 3000, height: 2000 };

it('a photo shown whole fills the box in one direction', () => {
  expect(fitOf(photo, { width: 600, height: 400 })).toEqual({ x: 1, y: 1 });
  expect(fitOf(photo, { width: 600, height: 800 })).toEqual({ x: 1, y: 0.5 });
});

it('the view stops at the edge of the photo, and what is whole stays in the middle', () => {
  const fit = { x: 1, y: 0.5 };
  expect(bounded({ x: 0, y: 0, zoom: 1 }, fit)).toEqual(wholePhoto);
  expect(bounded({ x: 0, y: 0, zoom: 2 }, fit)).toEqual({ x: 0.25, y: 0.5, zoom: 2 });
  expect(bounded({ x: 1, y: 1, zoom: 4 }, fit)).toEqual({ x: 0.875, y: 0.75, zoom: 4 });
  expect(bounded({ x: 0.5, y: 0.5, zoom: 99 }, fit).zoom).toBe(8);
  expect(bounded({ x: 0.5, y: 0.5, zoom: 0.1 }, fit).zoom).toBe(1);
});

it('two views that were set apart stay apart by as much', () => {
  const left = { x: 0.4, y: 0.5, zoom: 2 };
  const right = { x: 0.45, y: 0.48, zoom: 2.2 };
  const offset = offsetBetween(left, right);
  expect(isShifted(offset)).toBe(true);
  const moved = shifted({ x: 0.2, y: 0.3, zoom: 4 }, offset);
  expect(moved.x).toBeCloseTo(0.25);
  expect(moved.y).toBeCloseTo(0.28);
  expect(moved.zoom).toBeCloseTo(4.4);
  expect(shifted(right, inverseOffset(offset)).x).toBeCloseTo(left.x);
  expect(isShifted(offsetBetween(left, left))).toBe(false);
});

it('what is in the middle of the view is in the middle of every box', () => {
  const view = { x: 0.25, y: 0.75, zoom: 2 };
  for (const box of [
    { width: 360, height: 240 },
    { width: 1400, height: 600 },
  ]) {
    const { x, y, width, height } = placeIn(box, photo, view);
    expect(x + view.x * width).toBeCloseTo(box.width / 2);
    expect(y + view.y * height).toBeCloseTo(box.height / 2);
  }
});

it('is written for the browser relative to the photo, and not at all where nothing moved', () => {
  expect(transformOf(wholePhoto)).toBe('translate(0.000%, 0.000%) scale(1.0000)');
  expect(transformOf({ x: 0.25, y: 0.5, zoom: 2 })).toBe('translate(50.000%, 0.000%) scale(2.0000)');
  expect(writeView(wholePhoto, wholePhoto)).toEqual([]);
  expect(writeView({ x: 1 / 3, y: 0.5, zoom: 2 }, wholePhoto)).toEqual([0.3333, 0.5, 2]);
  expect(readView([0.3333, 0.5, 2], wholePhoto)).toEqual({ x: 0.3333, y: 0.5, zoom: 2 });
  expect(readView([0.3, 0.5], wholePhoto)).toEqual(wholePhoto);
  expect(readView([0.3, 0.5, 0], wholePhoto)).toEqual(wholePhoto);
});

const fit = { x: 1, y: 1 };
const near = { x: 0.4, y: 0.6, zoom: 2 };

function linked(left: PhotoView, offset: PhotoOffset = noOffset) {
  const link = createPhotoLink();
  link.show(left, offset);
  return { link, left: link.viewers.left.view, right: link.viewers.right.view };
}

it('locked, both sides look at the same place', () => {
  const { link, left, right } = linked(wholePhoto);
  link.move('right', near, fit);
  expect(left()).toEqual(near);
  expect(right()).toEqual(near);
});

it('unlocked, each side moves alone, and locked again the offset stays', () => {
  const { link, left, right } = linked(near);
  link.lock(false);
  link.move('right', { x: 0.45, y: 0.6, zoom: 2 }, fit);
  expect(left()).toEqual(near);
  link.lock(true);
  link.move('left', { x: 0.5, y: 0.5, zoom: 4 }, fit);
  expect(right().x).toBeCloseTo(0.55);
  expect(right().zoom).toBeCloseTo(4);
  link.move('right', { x: 0.35, y: 0.5, zoom: 4 }, fit);
  expect(left().x).toBeCloseTo(0.3);
});

it('unlocked, moving the left side leaves the right one where it is', () => {
  const { link, right } = linked(wholePhoto);
  link.lock(false);
  link.move('left', near, fit);
  expect(right()).toEqual(wholePhoto);
});

it('unlocked, the buttons still move both and keep their distance', () => {
  const { link, left, right } = linked({ x: 0.5, y: 0.5, zoom: 2 });
  link.lock(false);
  link.move('right', { x: 0.6, y: 0.5, zoom: 2 }, fit);
  link.panBy(-0.1, 0);
  expect(left().x).toBeCloseTo(0.45);
  expect(right().x).toBeCloseTo(0.55);
  link.zoomBy(2);
  expect(right().zoom).toBeCloseTo(4);
});

it('reports every move, and reset shows both whole again', () => {
  const { link, right } = linked(near, { x: 0.1, y: 0, zoom: 1 });
  let changes = 0;
  const stop = link.onChange(() => {
    changes += 1;
  });
  link.reset();
  stop();
  link.reset();
  expect(changes).toBe(1);
  expect(right()).toEqual(wholePhoto);
});

it('needs the whole photo where more pixels are shown than its usual sizes hold, once somebody enlarged it', () => {
  expect(needsWhole({ pixels: 2880, zoom: 1 })).toBe(false);
  expect(needsWhole({ pixels: 2880, zoom: 1.5 })).toBe(true);
  expect(needsWhole({ pixels: 720, zoom: 2.7 })).toBe(false);
  expect(needsWhole({ pixels: 720, zoom: 2.9 })).toBe(true);
});

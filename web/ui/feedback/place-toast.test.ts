// The claims about where a toast stands.
import { expect, test } from 'vitest';
import { type Box, type Place, placeOver, placeToast } from './place-toast.ts';

const screen = { width: 360, height: 740 };
const toast = { width: 344, height: 70 };
const usual = { left: 8, top: 662 };
const box = ([left, top, width, height]: [number, number, number, number]): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test('it stands where it usually does while nothing to press is there', () => {
  expect(placeToast(toast, screen, { usual, controls: [box([8, 8, 40, 40])] })).toEqual(usual);
});

test('it makes room for a button, and goes no further than it has to', () => {
  const button = box([20, 690, 320, 36]);
  const { left, top } = placeToast(toast, screen, { usual, controls: [button] }) as Place;
  expect(left).toBe(8);
  expect(top + toast.height).toBeLessThan(button.top);
  expect(top + toast.height).toBeGreaterThan(button.top - 20);
});

test('beside the buttons is as good as above them', () => {
  const wide = { width: 1440, height: 900 };
  const controls = [box([256, 700, 500, 200])];
  const place = placeToast({ width: 400, height: 70 }, wide, { usual: { left: 272, top: 814 }, controls });
  expect(place).toEqual({ left: 1032, top: 814 });
});

test('where everything is taken, or the screen is too low, there is no place', () => {
  const rows = Array.from({ length: 20 }, (_, row) => box([0, row * 40, 360, row === 3 || row === 4 ? 10 : 40]));
  expect(placeToast(toast, screen, { usual, controls: rows })).toBeUndefined();
  expect(placeToast(toast, { width: 360, height: 60 }, { usual, controls: [] })).toBeUndefined();
});

test('on a phone full of cards it stands over as few as can be of what scrolls away, and over no bar', () => {
  const bars = [box([0, 0, 360, 56]), box([0, 684, 360, 56])];
  const rows = Array.from({ length: 14 }, (_, row) => box([0, 60 + row * 44, 360, 40]));
  const controls = [...bars, ...rows];
  const atTop = { left: 8, top: 8 };
  expect(placeToast(toast, screen, { usual: atTop, controls })).toBeUndefined();
  const { top } = placeOver(toast, screen, { usual: atTop, staying: bars, scrolling: rows }) as Place;
  expect(top).toBeGreaterThanOrEqual(56);
  expect(rows.filter((row) => row.top < top + toast.height && row.bottom > top)).toHaveLength(2);
});

test('where bars and dialogs leave it no room there is no place over the page either', () => {
  const dialog = [box([0, 0, 360, 740])];
  expect(placeOver(toast, screen, { usual, staying: dialog, scrolling: [] })).toBeUndefined();
});

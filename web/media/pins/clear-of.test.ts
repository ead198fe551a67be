// Pins beside the buttons that cover their spots.
import { expect, test } from 'vitest';
import { clearOf } from './pin-layer.tsx';

const box = { width: 360, height: 400 };
/** In its corner, like the buttons of a map. */
const corner = { left: 200, top: 350, width: 152, height: 42 };

test('a pin stays on its spot where no button is', () => {
  expect(clearOf({ x: 100, y: 380 }, [corner], box)).toEqual({ x: 100, y: 380 });
});

test('a pin under buttons stands beside them, as near as there is room', () => {
  expect(clearOf({ x: 210, y: 370 }, [corner], box)).toEqual({ x: 182, y: 370 });
  expect(clearOf({ x: 340, y: 390 }, [corner], box)).toEqual({ x: 340, y: 332 });
});

test('a pin between buttons finds its way past all of them', () => {
  const bar = { left: 200, top: 300, width: 152, height: 42 };
  expect(clearOf({ x: 300, y: 360 }, [corner, bar], box)).toEqual({ x: 300, y: 282 });
});

test('a pin out of sight stays there, and so does one that has nowhere to go', () => {
  expect(clearOf({ x: 300, y: 410 }, [corner], box)).toEqual({ x: 300, y: 410 });
  expect(clearOf({ x: 40, y: 30 }, [{ left: 0, top: 0, ...box }], box)).toEqual({ x: 40, y: 30 });
});

// Tests where the hint about a picture stands.
import { expect, test } from 'vitest';
import { hintTop } from './place-overlay.tsx';

test('the hint while placing stands below the picture, above it, or at the edge of the window', () => {
  expect(hintTop({ top: 100, bottom: 300 }, 60, 740)).toBe(308);
  expect(hintTop({ top: 100, bottom: 700 }, 60, 740)).toBe(32);
  expect(hintTop({ top: 0, bottom: 360 }, 60, 360)).toBe(292);
});

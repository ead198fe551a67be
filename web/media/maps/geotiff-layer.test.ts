// The resolution at which a map is drawn on the reader's screen.
import { expect, it, vi } from 'vitest';

vi.mock('#web/media/frame/trusted-types.ts', () => ({}));
const { sharpnessOf } = await import('./geotiff-layer.ts');

it('a map is drawn by the pixels of the screen, as long as they are not too many, and never by fewer than those of the page', () => {
  expect(sharpnessOf([300, 600], 1)).toBe(1);
  expect(sharpnessOf([294, 592], 3)).toBeCloseTo(2, 1);
  expect(sharpnessOf([200, 300], 3)).toBe(3);
  expect(sharpnessOf([1440, 900], 2)).toBe(1);
  expect(sharpnessOf([], 2)).toBe(2);
});

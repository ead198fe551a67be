// Where the keys lead in a row of tabs.
import { expect, it } from 'vitest';
import { stepped } from './tabs.tsx';

it('arrows go round the ends', () => {
  expect(stepped('ArrowRight', { at: 2, of: 3 })).toBe(0);
  expect(stepped('ArrowLeft', { at: 0, of: 3 })).toBe(2);
  expect(stepped('ArrowRight', { at: 0, of: 3 })).toBe(1);
});

it('Home and End go to the ends, other keys nowhere', () => {
  expect(stepped('Home', { at: 2, of: 3 })).toBe(0);
  expect(stepped('End', { at: 0, of: 3 })).toBe(2);
  expect(stepped('Enter', { at: 0, of: 3 })).toBeUndefined();
});

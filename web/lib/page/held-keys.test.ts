// What is kept of the keys that come before what they are typed into.
import { expect, it } from 'vitest';
import { textOf } from './held-keys.ts';

it('letters, Backspace and Enter are kept as they were typed, other keys say nothing', () => {
  expect(textOf(['6', '3', 'Backspace', 'Shift', '2', 'ArrowDown', 'Enter', 'Tab'])).toBe('62\n');
});

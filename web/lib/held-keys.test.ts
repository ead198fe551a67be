// What is kept of the keys that come before what they are typed into.
import { expect, it } from 'vitest';
import { typedWith } from './held-keys.ts';

it('letters, Backspace and Enter are kept as they were typed, other keys say nothing', () => {
  const typed = ['6', '3', 'Backspace', '2', 'Enter'].reduce((text, key) => typedWith(text, key) ?? text, '');
  expect(typed).toBe('62\n');
  expect(['Tab', 'ArrowDown', 'Shift', 'Unidentified'].map((key) => typedWith('6', key))).toEqual(
    Array(4).fill(undefined),
  );
});

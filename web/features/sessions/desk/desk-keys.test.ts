// What the keys of the review desk ask for.
import { expect, test } from 'vitest';
import { deskActionOf } from './desk-keys.ts';

const press = (key: string, ownArrows = false) => deskActionOf({ key, ownArrows });

test('J and K go through the sessions, the arrows through the pictures, 1 to 5 through the tabs', () => {
  expect([press('j'), press('K')]).toEqual([
    { do: 'session', by: 1 },
    { do: 'session', by: -1 },
  ]);
  expect(press('ArrowLeft')).toEqual({ do: 'picture', by: -1 });
  expect([press('1'), press('5'), press('6'), press('0')]).toEqual([
    { do: 'tab', at: 0 },
    { do: 'tab', at: 4 },
    undefined,
    undefined,
  ]);
});

test('A approves, R rejects, X flags, U undoes, C compares; other letters stay free', () => {
  expect(['a', 'r', 'x', 'u', 'c'].map((key) => press(key)?.do)).toEqual([
    'approve',
    'reject',
    'flag',
    'undo',
    'compare',
  ]);
  expect(['d', 'g', '?', '/'].map((key) => press(key))).toEqual(Array(4).fill(undefined));
});

test('arrows belong to tabs, sliders and viewers that have the focus, letters do not', () => {
  expect(press('ArrowRight', true)).toBeUndefined();
  expect(press('a', true)).toEqual({ do: 'approve' });
});

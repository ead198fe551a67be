// What the desk counts.
import { expect, test } from 'vitest';
import { countWith, placeIn, trayWords } from './desk-count.ts';

test('a place counts what was there at the beginning, whatever leaves or joins the queue', () => {
  let known = countWith(undefined, [11, 12, 13], 5);
  expect(placeIn(known, 12)).toBe('2 of 5');
  // Two were decided, a page more has come, and one was submitted meanwhile.
  known = countWith(known, [13, 14, 15, 16], 4);
  expect([11, 13, 15].map((id) => placeIn(known, id))).toEqual(['1 of 5', '3 of 5', '5 of 5']);
  expect(placeIn(known, 16)).toBe('arrived since');
  expect(placeIn(known, 99)).toBeUndefined();
  expect(countWith(known, [13, 14], 2)).toBe(known);
});

test('the tray says how many were decided, and how many of them have not arrived', () => {
  expect(trayWords([undefined, undefined, 'waiting'])).toBe('3 decided · 1 not sent');
  expect(trayWords([undefined])).toBe('1 decided');
  expect(trayWords(['unsent', 'sending', 'refused'])).toBe('3 decided · 2 not sent · 1 refusal');
});

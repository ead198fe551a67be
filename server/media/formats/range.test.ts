// What Range headers are understood to ask for, honest and other ones.
import { expect, test } from 'vitest';
import { parseRange } from './range.ts';

test('first and last byte, from a byte on, and the last bytes', () => {
  expect(parseRange('bytes=0-99', 1000)).toEqual({ first: 0, last: 99 });
  expect(parseRange('bytes=900-', 1000)).toEqual({ first: 900, last: 999 });
  expect(parseRange('bytes=-100', 1000)).toEqual({ first: 900, last: 999 });
  expect(parseRange('bytes=990-5000', 1000)).toEqual({ first: 990, last: 999 });
  expect(parseRange('bytes=-5000', 1000)).toEqual({ first: 0, last: 999 });
});

test('what lies beyond the file is distinguished from nonsense', () => {
  for (const beyond of ['bytes=1000-', 'bytes=1000-1001', 'bytes=999999999999999-', 'bytes=-0', 'bytes=-000'])
    expect(parseRange(beyond, 1000)).toBe('unsatisfiable');
  expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
});

const nonsense = [
  null,
  '',
  'bytes=-',
  'bytes=9-5',
  'bytes=a-b',
  'bytes=--5',
  'bytes=0-1,4-5',
  `bytes=${'0-1,'.repeat(1000)}2-3`,
  'items=0-5',
  'bytes=0-99999999999999999999',
  'bytes=1e3-',
];
test.each(nonsense)('%j means the whole file', (header) => {
  expect(parseRange(header, 1000)).toBeNull();
});

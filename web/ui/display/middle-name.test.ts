// Where a long name is parted.
import { expect, test } from 'vitest';
import { endOf } from './middle-name.tsx';

const parts = (name: string) => [name.slice(0, endOf(name)), name.slice(endOf(name))];

test('a long name keeps its beginning and its last words', () => {
  expect(parts('Lekki Palm Residences · Block B')).toEqual(['Lekki Palm Residences', ' · Block B']);
  expect(parts('Victoria Island Waterfront Development Phase 2')).toEqual([
    'Victoria Island Waterfront Development ',
    'Phase 2',
  ]);
  expect(parts('DJI_20261120_094512_0034.JPG')).toEqual(['DJI_20261120_094512_', '0034.JPG']);
});

test('a name without a place to part it is one piece, as is one of a single word', () => {
  for (const name of ['Unbroken'.repeat(20), 'Lekki', '', 'A']) expect(parts(name)).toEqual([name, '']);
});

test('no more than eighteen characters are kept of the end, and it begins with a word', () => {
  for (const name of ['a b c d e f g h i j k l m n o p q r s t u v', `${'Long '.repeat(40)}end`]) {
    const [, end = ''] = parts(name);
    expect(end.length).toBeLessThanOrEqual(18);
    expect(end).toMatch(/^\S/);
  }
});

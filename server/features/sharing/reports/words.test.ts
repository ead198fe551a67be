// Claims about names beside other words in a report.
import { expect, test } from 'vitest';
import { fullName, isolated } from './words.ts';

test('a name that is read from the right keeps its direction, and leaves the others theirs', () => {
  expect(isolated('Block B')).toBe('Block B');
  expect(isolated('المبنى')).toBe('\u2068المبنى\u2069');
  expect(fullName({ firstName: 'שלום', lastName: 'כהן' })).toBe('\u2068שלום כהן\u2069');
  expect(fullName({ firstName: 'Adé', lastName: '' })).toBe('Adé');
});

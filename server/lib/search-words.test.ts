// Claims about what the words of a search are.
import { expect, test } from 'vitest';
import { toLikePattern, toSearchWords } from './search-dates.ts';

test('each word is looked for once, whatever lies between them', () => {
  expect(toSearchWords('  Emeka\t Okafor  emeka ')).toEqual(['emeka', 'okafor']);
  expect(toSearchWords('lek Lekki ki')).toEqual(['lekki']);
  expect(toSearchWords(' \n ')).toEqual([]);
});

test('neither a NUL nor too many words reach the database', () => {
  expect(toSearchWords('a\u0000b')).toEqual(['a\ufffdb']);
  expect(toSearchWords(Array.from({ length: 60 }, (_, nth) => `${nth + 10}`).join(' '))).toHaveLength(10);
});

test('signs that stand for others in a pattern stand for themselves', () => {
  expect(toLikePattern('100%_\\')).toBe('%100\\%\\_\\\\%');
});

// The marked words of a search result.
import { expect, it } from 'vitest';
import { markMatches } from './highlight.tsx';

const shown = (text: string, query: string) =>
  markMatches(text, query)
    .map(({ part, hit }) => (hit ? `[${part}]` : part))
    .join('');

it('every match is marked, whatever its case', () => {
  expect(shown('Lekki tower by lekki beach', 'LEKKI')).toBe('[Lekki] tower by [lekki] beach');
});

it('words are marked where they stand, together or apart', () => {
  expect(shown('Okafor, Amaka', 'amaka okafor')).toBe('[Okafor], [Amaka]');
  expect(shown('Amaka Okafor', 'amaka okafor')).toBe('[Amaka Okafor]');
});

it('what was typed is text, never a pattern', () => {
  expect(shown('Session #12 (a+b)', '(a+')).toBe('Session #12 [(a+]b)');
  expect(shown('anything', '.*')).toBe('anything');
});

it('nothing typed marks nothing', () => {
  expect(shown('Lekki', '  ')).toBe('Lekki');
});

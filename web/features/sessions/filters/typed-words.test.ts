// Claims about words of a search as chips.
import { expect, it } from 'vitest';
import { typedWords } from './filters.ts';

it.each([
  ['Rejected, Tunde, last month', ['Rejected', 'Tunde', 'last month']],
  ['tunde decided  in  October 2026; crane', ['tunde', 'decided  in  October 2026', 'crane']],
  ['9 oct 2026 block 12', ['9 oct 2026', 'block', '12']],
  ['rejected decided today', ['rejected', 'decided today']],
  ['last monthly report', ['last', 'monthly', 'report']],
  ['crane', ['crane']],
  [', crane ,', ['crane']],
  ['  ', []],
])('“%s” is taken away word by word, and days as one', (text, words) => {
  expect(typedWords(text).map(({ word }) => word)).toEqual(words);
});

it('leaves the other words as they were typed', () => {
  expect(typedWords('Rejected, Tunde, last month').map(({ rest }) => rest)).toEqual([
    'Tunde, last month',
    'Rejected, last month',
    'Rejected, Tunde,',
  ]);
  expect(typedWords('crane crane').map(({ rest }) => rest)).toEqual(['']);
  expect(typedWords('crane')).toEqual([{ word: 'crane', rest: '' }]);
});

it('a text of many words is one', () => {
  const text = 'the crane stands too near to the fence';
  expect(typedWords(` ${text} `)).toEqual([{ word: text, rest: '' }]);
});

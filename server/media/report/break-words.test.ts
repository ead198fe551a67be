// Claims about words that are longer than any line.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breakWords } from './break-words.ts';

const each = () => 1;
const signs = (text: string) => text.replace(/\s/g, '');

test('what people write stays as it is', () => {
  const plain =
    'Formwork of level 3 is struck; the crew (of six) "pours" on Friday, weather - rain! - permitting.\nA second line.';
  expect(breakWords(plain, 20, each)).toBe(plain);
});

test('a word longer than the line begins on its own and goes on below', () => {
  expect(breakWords(`See ${'x'.repeat(100)} there`, 51, each)).toBe(
    `See\n${'x'.repeat(49)}\n${'x'.repeat(49)}\nxx there`,
  );
});

test('a run of signs that no line may end behind ends at its spaces', () => {
  expect(
    breakWords('( '.repeat(40), 21, each)
      .split('\n')
      .every((line) => line.length <= 21),
  ).toBe(true);
});

test('nothing is lost of whatever text, and no line of a long word is longer than there is room for', () => {
  const piece = fc.oneof(
    fc
      .constantFrom('a', '(', '\u00a0', '\u0301', '文', '-', '/', '!', '"', ' ', '\n', '😀')
      .map((sign) => sign.repeat(70)),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 5, max: 80 }), (pieces, room) => {
      const text = pieces.join('');
      expect(signs(breakWords(text, room, each))).toBe(signs(text));
    }),
  );
});

// Claims about lines of any script: what stands in them, in which order and font, and that none is longer than its room.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fontOf } from './script-fonts.ts';
import { type Frame, setLines, type Type } from './set-lines.ts';

/** Every font has its own signs and no others; each sign is one wide, marks are nothing. */
const signsOf = {
  latin: /[\u0020-\u036f\u1e00-\u1eff\u2010-\u2027\u20a6□]/u,
  arabic: /\p{Script_Extensions=Arabic}/u,
  devanagari: /\p{Script_Extensions=Devanagari}/u,
  han: /[\p{Script=Han}\u3000-\u303f]/u,
  hebrew: /\p{Script_Extensions=Hebrew}/u,
  thai: /\p{Script_Extensions=Thai}/u,
  nko: /\p{Script_Extensions=Nko}/u,
  ethiopic: /\p{Script_Extensions=Ethiopic}/u,
  kana: /[\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]/u,
  hangul: /\p{Script=Hangul}/u,
  emoji: /\p{Extended_Pictographic}|\p{Emoji_Component}/u,
};
let measured = 0;
const type: Type = {
  sign: (cluster) => fontOf(cluster, (font, code) => signsOf[font].test(String.fromCodePoint(code))),
  width(text) {
    measured += text.length;
    return [...text.replace(/[\p{M}\p{Cf}]/gu, '')].length;
  },
};

const set = (text: string, frame: Partial<Frame> = {}) => setLines(type, text, { room: 400, ...frame });
const seen = (text: string, frame: Partial<Frame> = {}) =>
  set(text, frame).map(({ pieces }) => pieces.map((piece) => piece.text).join(''));
const signs = (text: string) => text.replace(/[\s\u2066-\u2069]/g, '');

test('what people write stays as it is', () => {
  const plain =
    'Formwork of level 3 is struck; the crew (of six) "pours" on Friday, weather - rain! - permitting.\nA second line.';
  expect(seen(plain)).toEqual(plain.split('\n'));
  expect(set(plain).every(({ pieces }) => pieces.length === 1)).toBe(true);
});

test('lines end between words, behind hyphens, and between Chinese signs', () => {
  expect(seen('one two three', { room: 8 })).toEqual(['one two', 'three']);
  expect(seen('well-known', { room: 6 })).toEqual(['well-', 'known']);
  expect(seen('2026-03-04', { room: 12 })).toEqual(['2026-03-04']);
  expect(seen('工地进度。报告', { room: 5 })).toEqual(['工地进度。', '报告']);
  // No line begins with a sound that only lengthens the one before.
  expect(seen('コンクリート', { room: 4 })).toEqual(['コンク', 'リート']);
});

test('a word longer than the line begins on its own and goes on below', () => {
  expect(seen(`See ${'x'.repeat(100)} there`, { room: 51 })).toEqual([
    'See',
    'x'.repeat(49),
    'x'.repeat(49),
    'xx there',
  ]);
});

test('a paragraph keeps its indentation where the first word has room beside it', () => {
  expect(seen('    word and more', { room: 8 })).toEqual(['    word', 'and more']);
  expect(seen('     word', { room: 8 })).toEqual(['word']);
});

test('letters that are joined to one sign are cut where it is longer than the line, and never a mark', () => {
  expect(seen('क्'.repeat(10), { room: 5 })).toEqual(['क्क्क्क्', 'क्क्क्क्', 'क्क्']);
  expect(seen(`${'क्'.repeat(70)}क`).join('')).toBe(`${'क्'.repeat(70)}क`);
});

test('each sign is in the font that has it, and the letters behind it keep their marks', () => {
  const [line] = set('Slab 🏗️ ọ̀nà 北京 हिन्दी 👨‍👩‍👧');
  expect(line?.pieces.map(({ font, text }) => [font, text])).toEqual([
    ['latin', 'Slab '],
    ['emoji', '🏗️'],
    ['latin', ' ọ̀nà '],
    ['han', '北京'],
    ['latin', ' '],
    ['devanagari', 'हिन्दी'],
    ['latin', ' '],
    ['emoji', '👨‍👩‍👧'],
  ]);
});

test('a sign that no font has is a plain mark, and letters in fancy dress are letters', () => {
  expect(seen('தமிழ் 𝓢𝓽𝔂𝓵𝓮 \ue000 \u{1fffe}')).toEqual(['□□□ Style □ □']);
  expect(set('தமிழ்')[0]?.source).toBe('தமிழ்');
});

test('marks without a letter stand over a space, and heaps of them are cut', () => {
  expect(seen('\u0301\u0301\u0301\u0301\u0301')).toEqual(['\u00a0\u0301\u0301\u0301']);
  expect(seen(`a${'\u0301'.repeat(5_000)}b`)).toEqual(['a\u0301\u0301\u0301b']);
});

test('what is read from the right is, and Latin words and numbers within it are not', () => {
  const words = 'تم صب A-12 الثالث 12/03';
  expect(seen(words, { direction: 'auto' })).toEqual(['12/03 الثالث A-12 صب تم']);
  expect(set(words, { direction: 'auto' })[0]?.isRtl).toBe(true);
  expect(seen(`Concern: ${words}.`)).toEqual(['Concern: صب تم A-12 12/03 الثالث.']);
  expect(seen('تم (صب)', { direction: 'auto' })).toEqual(['(صب) تم']);
});

test('controls of direction turn nothing round, and an isolated name keeps what is beside it in its place', () => {
  expect(seen('pay\u202egnp.exe \u200fnow')).toEqual(['paygnp.exe now']);
  expect(seen('المبنى · 12')).toEqual(['12 · المبنى']);
  expect(seen('\u2068المبنى\u2069 · 12')).toEqual(['المبنى · 12']);
});

const piece = fc.oneof(
  fc
    .constantFrom('a', '(', '\u00a0', '\u0301', '文', '-', '/', '!', '"', ' ', '\n', '😀', 'ب', 'א', '\u2067', 'क्')
    .map((sign) => sign.repeat(70)),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
);

test('nothing is lost of whatever text, and no line is longer than there is room for', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 5, max: 80 }), (pieces, room) => {
      const text = pieces.join('');
      const lines = set(text, { room, direction: 'auto' });
      const kept = signs(lines.map(({ source }) => source).join(''));
      // What has no form is not in it: controls, and selectors by themselves.
      const drawn = (from: string) => signs(from).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu, '');
      expect(drawn(kept)).toBe(drawn(text));
      for (const { pieces } of lines)
        expect(pieces.reduce((sum, one) => sum + type.width(one.text, one.font), 0)).toBeLessThanOrEqual(room);
    }),
  );
});

test('a text of whatever signs is measured a few times, not once for each of its beginnings', () => {
  for (const sign of ['x', '(', '😀', 'ب', '文', 'क्', '\u0301', 'ب ', '⁧', '(ب'])
    for (const many of [500, 3_000]) {
      measured = 0;
      set(sign.repeat(many));
      expect(measured, sign).toBeLessThan(8 * sign.length * many);
    }
});

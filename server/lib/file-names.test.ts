// The claims about names of files.
import { describe, expect, test } from 'vitest';
import { datedName, freeName, safeFileName } from './file-names.ts';

describe('a file’s name', () => {
  test.each([
    ['plain.jpg', 'plain.jpg'],
    ['Ọlá Ṣadé ₦.jpg', 'Ọlá Ṣadé ₦.jpg'],
    ['a\r\nb\tc.jpg', 'a b c.jpg'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['<b>bold</b>.jpg', '_b_bold__b_.jpg'],
    ['pay\u202Egpj.exe', 'pay gpj.exe'],
    ['...', 'file'],
    ['  ', 'file'],
    ['NUL.txt', '_NUL.txt'],
  ])('%j is stored as %j', (name, stored) => {
    expect(safeFileName(name)).toBe(stored);
  });

  test('that is too long keeps its ending', () => {
    const name = safeFileName(`${'x'.repeat(500)}.jpeg`);
    expect(name).toHaveLength(120);
    expect(name).toMatch(/x\.jpeg$/);
  });

  test('of thousands of dots and spaces takes no longer than it is long', () => {
    const names = Array.from({ length: 2_000 }, () => `a${'. '.repeat(1_000)}b`);
    const taken = new Set<string>();
    const stored = names.map((name) => freeName(safeFileName(name), taken));
    expect(new Set(stored).size).toBe(names.length);
    expect(stored.at(-1)).toContain(' (2000)');
  });

  test('of a visit keeps its day, however long the names are, and no sign is cut in two', () => {
    const names = ['Ọlájùmọ̀kẹ́ '.repeat(20), '项目二期工程'.repeat(20), '👩🏽‍🚒'.repeat(40), 'Tower.of '.repeat(30)];
    for (const name of names)
      for (const site of [null, 'North', name])
        for (const day of ['2026-01-02', '2026-01-03', '2026-01-02 to 2026-02-03']) {
          const made = datedName([name, site], day);
          expect(made.endsWith(` - ${day}`)).toBe(true);
          expect(made).not.toMatch(/\p{Cs}/u);
          expect(Buffer.byteLength(made)).toBeLessThanOrEqual(200);
        }
    expect(datedName(['Tower '.repeat(40), 'North'], '2026-01-02')).toContain(' - North - 2026-01-02');
    expect(datedName(['Tower', null], '2026-01-02')).toBe('Tower - 2026-01-02');
  });

  test('that is taken gets a number, whatever its letters', () => {
    const taken = new Set<string>();
    expect(
      ['Drone/a.jpg', 'Drone/A.jpg', 'Drone/a.jpg', 'plain', 'plain'].map((name) => freeName(name, taken)),
    ).toEqual(['Drone/a.jpg', 'Drone/A (2).jpg', 'Drone/a (3).jpg', 'plain', 'plain (2)']);
  });
});

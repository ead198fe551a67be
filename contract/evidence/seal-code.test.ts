// The claims about codes: a hash has one, and it is read as people type it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeOfHash, printedCode, readCode } from './seal-code.ts';

const hashes = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 64, maxLength: 64 }).map((digits) => {
  return digits.map((digit) => digit.toString(16)).join('');
});

test('a printed code is read back, in small letters, without hyphens and with letters that look like figures', () => {
  fc.assert(
    fc.property(hashes, (hash) => {
      const code = codeOfHash(hash);
      const printed = printedCode(code);
      expect(printed).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
      for (const typed of [printed, printed.toLowerCase(), code, ` ${printed.replaceAll('-', ' – ')} `])
        expect(readCode(typed)).toBe(code);
      expect(readCode(printed.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code);
    }),
  );
});

test('another hash has another code, and what is none is refused', () => {
  expect(codeOfHash('00'.repeat(32))).toBe('0000000000000000');
  expect(codeOfHash('ff'.repeat(32))).toBe('ZZZZZZZZZZZZZZZZ');
  expect(codeOfHash(`${'00'.repeat(9)}01${'00'.repeat(22)}`)).toBe('0000000000000001');
  for (const typed of ['', 'ABCD', '0000-0000-0000-000', '0000-0000-0000-00000', 'U000-0000-0000-0000', '%%'])
    expect(readCode(typed)).toBeNull();
});

// The claims about canonical JSON: one text for one value, which JSON.parse reads back.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, type JsonValue } from './canonical-json.ts';

test('keys stand in the order of their code units, whatever order they were set in', () => {
  expect(canonicalJson({ b: 1, a: [true, null, 'é'], Z: { d: 1.5, c: -0 } })).toBe(
    '{"Z":{"c":0,"d":1.5},"a":[true,null,"é"],"b":1}',
  );
});

test('any value is read back as it was, and written again as the same text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
      const text = canonicalJson(value as JsonValue);
      const back = JSON.parse(text);
      expect(back).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(back)).toBe(text);
    }),
  );
});

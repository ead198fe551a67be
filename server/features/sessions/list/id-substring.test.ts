// The claim that listing numbers by their digits gives the same as checking each of them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idsContaining } from './search-conditions.ts';

test('the numbers that hold some digits are those in whose text they stand', () => {
  const digits = fc.oneof(fc.stringMatching(/^\d{1,4}$/), fc.stringMatching(/^0\d{0,3}$/));
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 6_000 }), (held, max) => {
      const each = Array.from({ length: max }, (_, nth) => nth + 1);
      const holding = each.filter((number) => String(number).includes(held));
      expect(idsContaining(held, max)?.sort((a, b) => a - b)).toEqual(holding);
    }),
  );
});

test('for digits that too many numbers hold there is no list, and none takes long', () => {
  const began = process.cpuUsage();
  for (const held of ['0', '00', '7', '12', '000000', '9999999999']) idsContaining(held, 2_147_483_647);
  expect(idsContaining('7', 2_147_483_647)).toBeNull();
  // Microseconds of our own CPU time, whatever else the machine does.
  expect(process.cpuUsage(began).user).toBeLessThan(500_000);
});

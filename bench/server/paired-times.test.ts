// Claims about distinguishing two requests by their times.
import { describe, expect, test } from 'vitest';
import { comparePaired, isTellable } from './paired-times.ts';

/** Always the same numbers between 0 and 1. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Three milliseconds that grow to thirty and back, as on a machine shared with others, with a spike now and then. */
function rounds(more: number, count = 3_000) {
  const next = chance(7);
  const time = (nth: number, beyond: number) => {
    const busy = 1 + 9 * Math.max(0, Math.sin(nth / 200));
    return (3 + beyond + next()) * busy + (next() > 0.98 ? 80 : 0);
  };
  const all = Array.from({ length: count }, (_, nth) => [time(nth, 0), time(nth, 0), time(nth, more)] as const);
  const [first, again, other] = [0, 1, 2].map((at) => all.map((one) => one[at] ?? 0)) as [number[], number[], number[]];
  return { of: comparePaired(first, other), same: comparePaired(first, again) };
}

describe('two questions', () => {
  test('of the same time are not distinguished, however busy the machine is', () => {
    const { of, same } = rounds(0);
    expect(isTellable(of, same)).toBe(false);
    expect(of.error).toBeLessThan(0.03);
  });

  test('of which one takes half as long again are distinguished on a busy machine', () => {
    const { of, same } = rounds(1.5);
    expect(isTellable(of, same)).toBe(true);
  });
});

// Weights are exact: typed, written and added up in hundredths of a per cent.
import { expect, it } from 'vitest';
import type { Stage } from '#contract/stages/endpoints.ts';
import { incompleteWords, openClaimWords, readWeight, sharesOf, weightNumber, weightWords } from './weights.ts';

it.each([
  [0, '0 %'],
  [5, '0.05 %'],
  [50, '0.5 %'],
  [700, '7 %'],
  [1250, '12.5 %'],
  [3333, '33.33 %'],
  [10_000, '100 %'],
])('%i hundredths are written %s', (hundredths, words) => {
  expect(weightWords(hundredths)).toBe(words);
});

it('every weight is read as it was written', () => {
  for (let weight = 0; weight <= 10_000; weight += 1) expect(readWeight(weightNumber(weight))).toBe(weight);
});

it.each(['7,25', ' 7.25 ', '7.25 %'])('%s is 725 hundredths', (text) => expect(readWeight(text)).toBe(725));

it.each(['abc', '-1', '7.255', '1e2', '1000', '.5', '7.'])('%s is no weight', (text) => {
  expect(readWeight(text)).toBeNaN();
});

it('an empty field is no weight at all', () => expect(readWeight('  ')).toBeNull());

const weighed = (...weights: (number | null)[]) => weights.map((weight) => ({ weight }));

it('weights that do not add up to the whole are said, exactly', () => {
  expect(incompleteWords(weighed(8000, 500))).toBe('Weights are not yet complete: 85 of 100 %');
  expect(incompleteWords(weighed(8000, 2001))).toBe('Weights are not yet complete: 100.01 of 100 %');
  expect(incompleteWords(weighed(10_000, null))).toBe('Weights are not yet complete: one stage has none');
  expect(incompleteWords(weighed(10_000, null, null))).toBe('Weights are not yet complete: 2 stages have none');
});

it('nothing is missing where they add up, or none was given', () => {
  expect(incompleteWords(weighed(3333, 3333, 3334))).toBeNull();
  expect(incompleteWords(weighed(null, null))).toBeNull();
  expect(incompleteWords([])).toBeNull();
});

const mark = {} as Stage['claimed'];

it('claimed and confirmed are the exact sums of their stages', () => {
  const stages = [
    { weight: 1010, claimed: mark, confirmed: mark },
    { weight: 2020, claimed: mark, confirmed: null },
    { weight: null, claimed: mark, confirmed: null },
    { weight: 6970, claimed: null, confirmed: null },
  ];
  expect(sharesOf(stages)).toEqual({
    hasWeights: true,
    claimed: { count: 3, weight: 3030 },
    confirmed: { count: 1, weight: 1010 },
  });
});

it('the sums of any sheet are exact to a hundredth of a per cent', () => {
  for (let sheet = 0; sheet < 10_000; sheet += 1) {
    const weights = Array.from({ length: 1 + (sheet % 60) }, (_, at) => (sheet * 7919 + at * 104_729) % 10_001);
    const typed = weights.map((weight) => readWeight(weightNumber(weight)));
    const stages = typed.map((weight, at) => ({ weight, claimed: mark, confirmed: at % 2 === 0 ? mark : null }));
    const exact = (from: readonly number[]) => Number(from.reduce((sum, weight) => sum + BigInt(weight), 0n));
    const { claimed, confirmed } = sharesOf(stages);
    expect(claimed.weight).toBe(exact(weights));
    expect(confirmed.weight).toBe(exact(weights.filter((_, at) => at % 2 === 0)));
  }
});

it('what was claimed and not confirmed is said in per cent, or without weights in stages', () => {
  const stage = (weight: number | null, isConfirmed: boolean) => ({
    weight,
    claimed: mark,
    confirmed: isConfirmed ? mark : null,
  });
  expect(openClaimWords([stage(3000, true), stage(1250, false)])).toBe('12.5 % claimed, not confirmed');
  expect(openClaimWords([stage(null, true), stage(null, false)])).toBe('1 stage claimed, not confirmed');
  expect(openClaimWords([stage(3000, true)])).toBeNull();
  expect(openClaimWords([])).toBeNull();
});

// The claims about the valuation sheet: its columns add up exactly, and it says what stood when.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wholeWeight } from './endpoints.ts';
import { type Figures, figureWords, progressOf, progressWords, type ValuedStage, valuationOf } from './valuation.ts';

type Mark = ValuedStage['marks'][number];

const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString();

const marksOf = fc
  .array(
    fc.record({
      kind: fc.constantFrom('claimed', 'seen', 'confirmed', 'acknowledged'),
      act: fc.constantFrom('given', 'given', 'given', 'refused', 'taken_back'),
      day: fc.integer({ min: 0, max: 90 }),
      onSite: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((drawn) =>
    drawn
      .sort((one, other) => one.day - other.day)
      .map(({ day: at, ...one }, index): Mark => {
        const kind = one.act === 'refused' ? 'confirmed' : one.kind;
        return { ...one, kind, id: index + 1, as: 'admin', by: 'person 1', lost: false, at: day(at) };
      }),
  );

/** Cuts of the whole, in any number of pieces, empty ones among them. */
const weightsOf = fc
  .array(fc.integer({ min: 0, max: wholeWeight }), { maxLength: 24 })
  .map((cuts) => [0, ...cuts.sort((one, other) => one - other), wholeWeight])
  .map((cuts) => cuts.slice(1).map((cut, index) => cut - (cuts[index] ?? 0)));

const weighted = weightsOf.chain((weights) =>
  fc
    .array(marksOf, { minLength: weights.length, maxLength: weights.length })
    .map((all) =>
      weights.map((weight, at): ValuedStage => ({ id: at + 1, name: `Stage ${at}`, weight, marks: all[at] ?? [] })),
    ),
);

const periods = fc
  .tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 30 }))
  .map(([from, days]) => ({ from: day(from), to: day(from + days + 1) }));

/** As whoever checks the sheet with a calculator reads it. */
const read = (text: string) => Number(text.replace('−', '-').replace(' %', '').replace('.', ''));

/** What does not add up, for none of 10,000 sheets to have any. */
function faultsOf(rows: readonly Figures[], total: Figures): string[] {
  const words = ({ previously, period, toDate }: Figures) =>
    [previously, period, toDate].map((value) => read(figureWords(value, 'share')));
  const inRows = [...rows, total].filter((one) => {
    const [previously = 0, period = 0, toDate = 0] = words(one);
    return one.previously + one.period !== one.toDate || previously + period !== toDate || one.toDate !== toDate;
  });
  const inColumns = (['previously', 'period', 'toDate'] as const).filter(
    (column) => rows.reduce((sum, row) => sum + row[column], 0) !== total[column],
  );
  return [...inRows.map((one) => JSON.stringify(one)), ...inColumns];
}

describe('a valuation sheet', () => {
  test('adds up exactly in 10,000 random lists: along each row, and down each column', () => {
    fc.assert(
      fc.property(weighted, periods, (stages, period) => {
        const { unit, rows, total } = valuationOf(stages, period);
        const odd = rows.filter(
          ({ weight, claimed, confirmed }) =>
            ![0, weight].includes(confirmed.toDate) || ![0, weight].includes(claimed.toDate),
        );
        const faults = (which: 'claimed' | 'confirmed') =>
          faultsOf(
            rows.map((row) => row[which]),
            total[which],
          );
        expect({ unit, weight: total.weight, odd, faults: [...faults('claimed'), ...faults('confirmed')] }).toEqual({
          unit: 'share',
          weight: wholeWeight,
          odd: [],
          faults: [],
        });
      }),
      { numRuns: 10_000 },
    );
  }, 240_000);

  const given = (kind: Mark['kind'], at: string, act: Mark['act'] = 'given'): Mark => {
    return { id: 1, kind, act, as: 'admin', by: 'person 1', onSite: false, lost: false, at };
  };
  const march = { from: '2026-02-28T23:00:00Z', to: '2026-03-31T23:00:00Z' };

  test('counts a stage in the period in which it was confirmed, by the instants at which the period begins and ends', () => {
    const confirmedAt = (at: string) => [given('claimed', '2026-02-01T00:00:00Z'), given('confirmed', at)];
    const stages = [
      { id: 1, name: 'Foundation', weight: 3000, marks: confirmedAt('2026-02-28T22:59:59.999999Z') },
      { id: 2, name: 'Slab', weight: 2500, marks: confirmedAt('2026-02-28T23:00:00.000000Z') },
      { id: 3, name: 'Walls', weight: 4500, marks: confirmedAt('2026-03-31T23:00:00.000000Z') },
    ];
    const { rows, total } = valuationOf(stages, march);
    expect(rows.map(({ confirmed }) => confirmed)).toEqual([
      { previously: 3000, period: 0, toDate: 3000 },
      { previously: 0, period: 2500, toDate: 2500 },
      { previously: 0, period: 0, toDate: 0 },
    ]);
    expect(total).toEqual({
      weight: 10_000,
      claimed: { previously: 10_000, period: 0, toDate: 10_000 },
      confirmed: { previously: 3000, period: 2500, toDate: 5500 },
    });
  });

  test('shows less than nothing for what was taken back in the period', () => {
    const marks = [
      given('claimed', '2026-01-01T00:00:00Z'),
      given('confirmed', '2026-01-02T00:00:00Z'),
      given('confirmed', '2026-03-02T00:00:00Z', 'taken_back'),
    ];
    const { rows } = valuationOf([{ id: 1, name: 'Slab', weight: 10_000, marks }], march);
    expect(rows[0]?.confirmed).toEqual({ previously: 10_000, period: -10_000, toDate: 0 });
    expect(figureWords(-10_000, 'share')).toBe('−100.00 %');
  });

  test.each([
    ['none has a weight', [null, null]],
    ['one has none', [5000, null]],
    ['they add up to less than the whole', [5000, 4999]],
  ])('counts stages where %s', (_, weights) => {
    const marks = [given('claimed', '2026-03-01T00:00:00Z')];
    const stages = weights.map((weight, at) => ({ id: at, name: 'S', weight, marks }));
    const { unit, total } = valuationOf(stages, march);
    expect(unit).toBe('stages');
    expect(total.weight).toBe(2);
    expect(total.claimed).toEqual({ previously: 0, period: 2, toDate: 2 });
    expect(figureWords(2, unit)).toBe('2');
  });

  test('of no stage at all is empty', () => {
    expect(valuationOf([], march)).toMatchObject({ unit: 'stages', rows: [], total: { weight: 0 } });
  });
});

test('a list stands at its first stage that is not confirmed', () => {
  const [one, two, three] = [
    { name: 'Foundation', confirmed: {} },
    { name: 'Slab', confirmed: null },
    { name: 'Walls', confirmed: null },
  ] as const;
  const of = progressOf([one, two, three]);
  expect(of).toEqual({ present: 'Slab', next: 'Walls', confirmed: 1, stages: 3 });
  expect(progressWords(of)).toBe('Slab · 1 of 3 stages confirmed · next: Walls');
  expect(progressWords(progressOf([one]))).toBe('1 of 1 stage confirmed');
});

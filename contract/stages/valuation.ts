// The valuation sheet: what every stage came to before a period, in it and to its end, in whole hundredths of a per cent.
import { wholeWeight } from './endpoints.ts';
import { type MarkFacts, standingOf } from './standing.ts';

/** A mark with its instant, ISO. */
type DatedMark = MarkFacts & { at: string };

export type ValuedStage = { id: number; name: string; weight: number | null; marks: readonly DatedMark[] };

/** Instants: the period begins at `from`, and ends before `to`. */
export type ValuedPeriod = { from: string; to: string };

/** `previously + period = toDate`; `period` is negative where a mark was taken back in it. */
export type Figures = { previously: number; period: number; toDate: number };

export type ValuationRow = { stageId: number; name: string; weight: number; claimed: Figures; confirmed: Figures };

export type Valuation = {
  /** `share`: hundredths of a per cent of the works; `stages`: their number, where weights are not complete. */
  unit: 'share' | 'stages';
  rows: ValuationRow[];
  total: Omit<ValuationRow, 'stageId' | 'name'>;
};

/** Weights of a list are complete where each stage has one and they add up to the whole. */
export function isWeighted(stages: readonly { weight: number | null }[]): boolean {
  return (
    stages.length > 0 &&
    stages.every(({ weight }) => weight !== null) &&
    stages.reduce((sum, { weight }) => sum + (weight ?? 0), 0) === wholeWeight
  );
}

/** The marks that were given before this instant. */
export function marksBefore<M extends DatedMark>(marks: readonly M[], instant: string): M[] {
  const end = Date.parse(instant);
  return marks.filter(({ at }) => Date.parse(at) < end);
}

const nothing: Figures = { previously: 0, period: 0, toDate: 0 };

function figuresOf(weight: number, before: boolean, after: boolean): Figures {
  const [previously, toDate] = [before ? weight : 0, after ? weight : 0];
  return { previously, period: toDate - previously, toDate };
}

const plus = (one: Figures, other: Figures): Figures => ({
  previously: one.previously + other.previously,
  period: one.period + other.period,
  toDate: one.toDate + other.toDate,
});

function toRow({ id, name, marks }: ValuedStage, weight: number, { from, to }: ValuedPeriod): ValuationRow {
  const [before, after] = [standingOf(marksBefore(marks, from)), standingOf(marksBefore(marks, to))];
  return {
    stageId: id,
    name,
    weight,
    claimed: figuresOf(weight, before.claimed !== null, after.claimed !== null),
    confirmed: figuresOf(weight, before.confirmed !== null, after.confirmed !== null),
  };
}

/** Of one list, in its order. Each stage counts with its whole weight, or not at all: nobody estimates a share of it. */
export function valuationOf(stages: readonly ValuedStage[], period: ValuedPeriod): Valuation {
  const isShare = isWeighted(stages);
  const rows = stages.map((stage) => toRow(stage, isShare ? (stage.weight ?? 0) : 1, period));
  const total = rows.reduce(
    (sum, row) => ({
      weight: sum.weight + row.weight,
      claimed: plus(sum.claimed, row.claimed),
      confirmed: plus(sum.confirmed, row.confirmed),
    }),
    { weight: 0, claimed: nothing, confirmed: nothing },
  );
  return { unit: isShare ? 'share' : 'stages', rows, total };
}

/** '12.50 %' for 1250, '−5.00 %' for less than nothing: written from whole numbers, so that what is read adds up as well. */
export function figureWords(value: number, unit: Valuation['unit']): string {
  const sign = value < 0 ? '−' : '';
  const size = Math.abs(value);
  if (unit === 'stages') return `${sign}${size}`;
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')} %`;
}

/** The present stage is the first that is not confirmed; `next` the one after it. */
export type ListProgress = { present: string | null; next: string | null; confirmed: number; stages: number };

/** Of one list, in its order, without dropped stages. */
export function progressOf(stages: readonly { name: string; confirmed: unknown }[]): ListProgress {
  const open = stages.filter(({ confirmed }) => confirmed === null);
  return {
    present: open[0]?.name ?? null,
    next: open[1]?.name ?? null,
    confirmed: stages.length - open.length,
    stages: stages.length,
  };
}

/** 'Decking · 11 of 15 stages confirmed · next: Upper floors'. */
export function progressWords({ present, next, confirmed, stages }: ListProgress): string {
  const words = `${confirmed} of ${stages} ${stages === 1 ? 'stage' : 'stages'} confirmed`;
  return [present, words, next && `next: ${next}`].filter(Boolean).join(' · ');
}

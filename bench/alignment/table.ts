// What alignment shall reach, beside what it reached.

import { median } from '#bench/lib/report.ts';
import type { MeasuredPair, PairKind } from './pairs.ts';
import type { MeasuredAlignment } from './run.ts';

type Measured = Pick<MeasuredAlignment, 'inliers' | 'links' | 'matrix' | 'error' | 'misfit' | 'cpuMs' | 'looks'> & {
  pair: Pick<MeasuredPair, 'kind' | 'names'>;
};
/** `megabytes`: what the process that aligns held at most; `isGone`: it has ended since. */
export type AlignerMemory = { megabytes: number; isGone: boolean };
/** `isMissed`: the figure does not reach the goal; never where nothing was measured. */
export type GoalRow = { what: string; figure: string; goal: string; isMissed: boolean };

export const goals = { share: 0.95, error: 1, cpuSeconds: 6, megabytes: 350, wrong: 200 };

const shown = (value: number, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : '–');
const greatest = (numbers: readonly number[]) => Math.max(0, ...numbers.filter(Number.isFinite));
const plain = (what: string, figure: string): GoalRow => ({ what, figure, goal: '', isMissed: false });

/** A row for a number that shall not be greater than its goal. */
function atMost(what: string, value: number, { goal, digits = 2 }: { goal: number; digits?: number }): GoalRow {
  return { what, figure: shown(value, digits), goal: `≤ ${goal}`, isMissed: value > goal };
}

const whats: Record<Exclude<PairKind, 'wrong'>, string> = {
  next: 'visits that follow each other, aligned',
  apart: 'two to five apart, and the first with the last, aligned',
  given: 'pairs of one place, aligned',
};

function alignedRow(kind: keyof typeof whats, all: readonly Measured[]): GoalRow[] {
  const share = kind === 'next' ? 1 : goals.share;
  const pairs = all.filter(({ pair }) => pair.kind === kind);
  if (pairs.length === 0) return [];
  const aligned = pairs.filter(({ matrix }) => matrix);
  const chained = aligned.filter(({ links }) => links > 1).length;
  const figure = `${aligned.length} of ${pairs.length}${chained > 0 ? `, ${chained} by a chain` : ''}`;
  const goal = share === 1 ? 'all' : `≥ ${share * 100} %`;
  return [{ what: whats[kind], figure, goal, isMissed: aligned.length < share * pairs.length }];
}

function wrongRows(wrong: readonly Measured[]): GoalRow[] {
  const accepted = wrong.filter(({ matrix }) => matrix).length;
  const goal = `0 of ≥ ${goals.wrong}`;
  return [
    { what: 'different places, accepted', figure: `${accepted} of ${wrong.length}`, goal, isMissed: accepted > 0 },
    plain('  points that agreed in one of them, most', String(greatest(wrong.map(({ inliers }) => inliers)))),
  ];
}

/** The error of a pair is that in the middle of all places that both pictures show. */
function errorRows(all: readonly Measured[]): GoalRow[] {
  const aligned = all.filter(({ error }) => Number.isFinite(error)).sort((a, b) => b.error - a.error);
  const beyond = aligned.filter(({ error, misfit }) => !(error - misfit <= goals.error));
  const [worst] = aligned;
  return [
    atMost('  error of the middle pair, % of the width', median(aligned.map(({ error }) => error)), {
      goal: goals.error,
    }),
    plain(
      '  error of the worst pair, % of the width',
      worst ? `${shown(worst.error)} (${worst.pair.names.join(', ')})` : '–',
    ),
    plain(`  pairs off by more than ${goals.error} % beyond their own misfit`, `${beyond.length} of ${aligned.length}`),
  ];
}

export function goalRows(all: readonly Measured[], { megabytes, isGone }: AlignerMemory): GoalRow[] {
  const looks = all.flatMap((one) => one.looks.map((cpuMs) => cpuMs / 1000));
  const chained = all.filter(({ looks: { length } }) => length > 1).map(({ cpuMs }) => cpuMs / 1000);
  return [
    ...(['next', 'apart', 'given'] as const).flatMap((kind) => alignedRow(kind, all)),
    ...errorRows(all),
    ...wrongRows(all.filter(({ pair }) => pair.kind === 'wrong')),
    plain('CPU of two pictures, median, s', shown(median(looks))),
    atMost('CPU of two pictures, most, s', greatest(looks), { goal: goals.cpuSeconds }),
    plain('  of a pair with all links around it, most, s', chained.length > 0 ? shown(greatest(chained)) : '–'),
    atMost('memory of the process, most, MB', megabytes, { goal: goals.megabytes, digits: 0 }),
    { what: 'the process afterwards', figure: isGone ? 'ended' : 'still there', goal: 'ended', isMissed: !isGone },
  ];
}

/** For a terminal: a star where a goal is missed. */
export function toCells(rows: readonly GoalRow[]): string[][] {
  return [
    ['', 'figure', 'goal'],
    ...rows.map(({ what, figure, goal, isMissed }) => [what, `${figure}${isMissed ? ' *' : ''}`, goal]),
  ];
}

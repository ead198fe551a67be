// The figures of the review as one table for spreadsheets.
import type { FigureRow, ReviewFigures } from '#contract/overview/figures.ts';
import { reasonLabels } from '#contract/sessions/rejection.ts';
import { csvLine, csvStart } from '#server/lib/csv.ts';

const head = [
  'Of',
  'Name',
  'Waiting now',
  'Waiting since',
  'Decisions',
  'Median turnaround (hours)',
  'First decisions',
  'Approved first',
  'First-pass rate (%)',
];

type Row = Omit<FigureRow, 'id' | 'middle'>;

const rounded = (value: number) => Math.round(value * 100) / 100;

/** Instants as spreadsheets read them, in UTC; a period waits for nothing. */
function lineOf(of: string, { name, waiting, oldest, decisions, median, first, passed }: Row): string {
  const isPeriod = of === 'Period';
  return csvLine([
    of,
    name,
    isPeriod ? null : waiting,
    oldest?.slice(0, 19).replace('T', ' ') ?? null,
    decisions,
    median === null ? null : rounded(median / 3600),
    first,
    passed,
    first === 0 ? null : rounded((100 * passed) / first),
  ]);
}

/** How many rejections named it, under their decisions. */
function reasonLine({ reason, rejections }: ReviewFigures['reasons'][number]): string {
  return csvLine(['Reason', reasonLabels[reason], null, null, rejections, null, null, null, null]);
}

export function figuresTable(figures: ReviewFigures): string {
  const { from, until, all, photographers, projects, reasons, periods } = figures;
  const noWait = { waiting: 0, oldest: null };
  return [
    csvStart,
    csvLine(head),
    lineOf('All', { ...all, name: `${from} to ${until}` }),
    ...photographers.map((row) => lineOf('Photographer', row)),
    ...projects.map((row) => lineOf('Project', row)),
    ...reasons.map(reasonLine),
    ...periods.map((row) => lineOf('Period', { ...noWait, ...row, name: row.from })),
  ].join('');
}

// The valuation sheets of a pack: one for each list of stages, claimed beside confirmed, with sums.
import {
  type Figures,
  figureWords,
  type Valuation,
  type ValuedPeriod,
  valuationOf,
} from '#contract/stages/valuation.ts';
import type { StageRow } from '#server/features/stages/queries.ts';
import type { ReportCell, ReportPack, ReportTable } from '#server/media/reports/report-model.ts';
import { projectPlace, stagePlace } from './content.ts';

type Sheet = ReportPack['sheets'][number];

/** The stages of one place, in their order. */
export type StageGroup = { site: string | null; stages: StageRow[] };

/** Those that were left out of their list count nowhere. */
export function groupsOf(rows: readonly StageRow[]): StageGroup[] {
  const groups = new Map<number, StageGroup>();
  for (const row of rows) {
    if (row.dropped) continue;
    const group = groups.get(row.site?.id ?? 0) ?? { site: row.site?.name ?? null, stages: [] };
    group.stages.push(row);
    groups.set(row.site?.id ?? 0, group);
  }
  return [...groups.values()];
}

const figures = ['previously', 'this period', 'to date'] as const;
const marks = ['Claimed', 'Confirmed'] as const;

const columnsOf = (unit: Valuation['unit']): ReportTable['columns'] => [
  { title: 'Stage', width: 0.226 },
  { title: unit === 'share' ? 'Weight' : 'Stages', width: 0.108, align: 'right' },
  ...marks.flatMap((mark) =>
    figures.map((one) => ({ title: `${mark} ${one}`, width: 0.111, align: 'right' as const })),
  ),
];

const notes = {
  share:
    'In per cent of the works. A stage counts with its whole weight in the period in which its mark was given, and as a deduction in the period in which it was taken back.',
  stages: 'The weights of these stages do not add up to 100 %, so the sheet counts stages instead.',
} as const;

/** Every figure opens the page of its stage; sums that of the project. */
function cellsOf(
  unit: Valuation['unit'],
  row: { weight: number; claimed: Figures; confirmed: Figures },
  url: string,
): ReportCell[] {
  const values = [row.claimed, row.confirmed].flatMap(({ previously, period, toDate }) => [previously, period, toDate]);
  return [row.weight, ...values].map((value) => ({ text: figureWords(value, unit), url }));
}

export function sheetOf({ site, stages }: StageGroup, period: ValuedPeriod): Sheet {
  const { unit, rows, total } = valuationOf(stages, period);
  return {
    heading: site === null ? 'Valuation sheet' : `Valuation sheet: ${site}`,
    note: notes[unit],
    table: {
      columns: columnsOf(unit),
      rows: rows.map((row, at) => [`${at + 1}. ${row.name}`, ...cellsOf(unit, row, stagePlace(row.stageId))]),
      foot: ['Total', ...cellsOf(unit, total, projectPlace)],
      size: 8,
    },
  };
}

// The figures themselves: three large ones, turnaround over time as a plot and a table, and a table each of photographers and projects.
import { CheckCheck } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import { type FigureRow, type FigureSpan, figureSpans, type ReviewFigures } from '#contract/overview/endpoints.ts';
import { reasonLabels } from '#contract/sessions/rejection.ts';
import { durationWords } from '#web/lib/format/duration-words.ts';
import { count, formatNumber } from '#web/lib/format/format.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Ago } from '#web/ui/display/ago.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { periodLabel, rateWords } from './figure-words.ts';

const TurnaroundPlot = lazySection(
  () => import('./turnaround-plot.tsx'),
  'TurnaroundPlot',
  <Skeleton className="h-64" />,
);

export function FigureTables({ figures }: { figures: ReviewFigures }) {
  const { all, photographers, projects, reasons } = figures;
  if (all.waiting + all.decisions === 0)
    return (
      <EmptyState
        icon={CheckCheck}
        title="Nothing to count yet"
        action={<LinkButton href="/approvals">Pending Approvals</LinkButton>}
      >
        Nothing is waiting, and nothing was decided in these {figures.days} days.
      </EmptyState>
    );
  return (
    <>
      <Summary all={all} />
      <Turnaround figures={figures} />
      <Rows title="Photographers" rows={photographers} />
      <Rows title="Projects" rows={projects} />
      {reasons.length > 0 && <Reasons reasons={reasons} />}
      <p className="text-muted text-sm">
        From {formatDate(figures.from)} to {formatDate(figures.until)}, days as they begin in {figures.timeZone}.
        Turnaround runs from a submission to the decision about it. Removed sessions do not count.
      </p>
    </>
  );
}

const ageOf = (at: string, now: number) => durationWords((now - Date.parse(at)) / 1000);

function Summary({ all }: { all: ReviewFigures['all'] }) {
  return (
    <dl className="grid gap-3 sm:grid-cols-3 sm:gap-4">
      <Figure label="Waiting now" value={formatNumber(all.waiting)}>
        {all.oldest && all.middle && (
          <>
            longest <Ago at={all.oldest} format={ageOf} />, half of them <Ago at={all.middle} format={ageOf} /> or more
          </>
        )}
      </Figure>
      <Figure label="Median turnaround" value={all.median === null ? 'None yet' : durationWords(all.median)}>
        of {count(all.decisions, 'decision')}
      </Figure>
      <Figure label="First-pass rate" value={rateWords(all)}>
        {formatNumber(all.passed)} of {count(all.first, 'session')} approved as first submitted
      </Figure>
    </dl>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <Card className="flex flex-col gap-1 p-4">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-2xl tabular-nums tracking-tight">{value}</dd>
      <dd className="text-muted text-sm tabular-nums">{children}</dd>
    </Card>
  );
}

const cell = 'px-1.5 py-2.5 align-top first:pl-4 last:pr-4 sm:px-4';
const number = `${cell} text-right tabular-nums`;

function Turnaround({ figures: { days, periods } }: { figures: ReviewFigures }) {
  const unit = figureSpans[days as FigureSpan];
  return (
    <Table title={`Turnaround by ${unit}`} columns={['Decisions', 'Median', 'First pass']} first={unit}>
      {{
        above: (
          <div className="h-64 px-2 pt-4 sm:px-4">
            <TurnaroundPlot periods={periods} />
          </div>
        ),
        rows: periods.toReversed().map((period) => (
          <tr key={period.from}>
            <th scope="row" className={`${cell} text-left font-normal tabular-nums`}>
              {periodLabel(period.from, unit)}
            </th>
            <td className={number}>{formatNumber(period.decisions)}</td>
            <td className={number}>{period.median === null ? '–' : durationWords(period.median)}</td>
            <td className={number}>{rateWords(period)}</td>
          </tr>
        )),
      }}
    </Table>
  );
}

function Rows({ title, rows }: { title: string; rows: readonly FigureRow[] }) {
  return (
    <Table title={title} columns={['Waiting', 'Decisions', 'Median', 'First pass']} first="Name">
      {{
        rows: rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className={`${cell} wrap-anywhere min-w-24 text-left font-normal`}>
              {row.name}
            </th>
            <td className={number}>
              {formatNumber(row.waiting)}
              {row.oldest && (
                <span className="block text-muted text-xs">
                  <Ago at={row.oldest} format={ageOf} />
                </span>
              )}
            </td>
            <td className={number}>{formatNumber(row.decisions)}</td>
            <td className={number}>{row.median === null ? '–' : durationWords(row.median)}</td>
            <td className={number}>{rateWords(row)}</td>
          </tr>
        )),
      }}
    </Table>
  );
}

function Reasons({ reasons }: Pick<ReviewFigures, 'reasons'>) {
  return (
    <Table title="Reasons" columns={['Rejections']} first="Reason">
      {{
        rows: reasons.map(({ reason, rejections }) => (
          <tr key={reason}>
            <th scope="row" className={`${cell} text-left font-normal`}>
              {reasonLabels[reason]}
            </th>
            <td className={number}>{formatNumber(rejections)}</td>
          </tr>
        )),
      }}
    </Table>
  );
}

type TableProps = {
  title: string;
  /** What the first column holds, for screen readers; the others have their heads shown. */
  first: string;
  columns: readonly string[];
  children: { above?: ReactNode; rows: ReactNode };
};

/** A long one scrolls within its card. */
function Table({ title, first, columns, children }: TableProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="border-line border-b px-4 py-3 font-semibold">
        {title}
      </h2>
      {children.above}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by its keys. */}
      <div className="max-h-[32rem] overflow-y-auto" tabIndex={0}>
        <table className="w-full text-xs sm:text-sm">
          <thead className="sticky top-0 bg-surface text-muted">
            <tr>
              <th scope="col" className={cell}>
                <span className="sr-only">{first}</span>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className={`${number} font-medium`}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">{children.rows}</tbody>
        </table>
      </div>
    </Card>
  );
}

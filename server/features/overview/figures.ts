// The figures of the review for admins, as an answer and as a table for spreadsheets (behaviour §25).

import type { Kysely } from 'kysely';
import type { api } from '#contract/api.ts';
import type { FigureRow, FigureSpan, ReviewFigures } from '#contract/overview/endpoints.ts';
import { reasonLabels } from '#contract/sessions/rejection.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import { contentDisposition } from '#server/http/calls/content-disposition.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { csvLine, csvStart } from '#server/lib/csv.ts';
import { countDecisions, countReasons, countWaiting, nameRows, spanOf } from './figures/counts.ts';

// The figures of the review as one table for spreadsheets.
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

function figuresTable(figures: ReviewFigures): string {
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

type Dependencies = { settings: ReadSettings };

/** What waits grows older, and decisions leave the days, with time alone. */
const milliseconds = 60_000;

const none = { waiting: 0, oldest: null, middle: null, decisions: 0, median: null, first: 0, passed: 0 };

async function load(db: Kysely<Tables>, days: FigureSpan, settings: ReadSettings): Promise<ReviewFigures> {
  const { timeZone } = await settings();
  const [span, decisions, reasons, waiting] = await Promise.all([
    spanOf(db, days, timeZone),
    countDecisions(db, days, timeZone),
    countReasons(db, days, timeZone),
    countWaiting(db),
  ]);
  const rowsOf = (of: 'photographer' | 'project') => nameRows(db, of, { decisions, waiting });
  const all = (found: readonly { of: string }[]) => found.find(({ of }) => of === 'all');
  const known = new Map(decisions.map((row) => [row.period, row]));
  return {
    days,
    from: span.from,
    until: span.until,
    timeZone,
    all: { ...none, ...all(waiting), ...all(decisions) },
    photographers: await rowsOf('photographer'),
    projects: await rowsOf('project'),
    reasons,
    periods: span.periods.map((from) => ({ ...none, ...known.get(from), from })),
  };
}

export function figures({ settings }: Dependencies): Handlers<typeof api.figures> {
  return {
    reviewFigures({ db, query, cacheFor, cached }) {
      cacheFor(milliseconds);
      return cached(`figures of ${query.days} days`, () => load(db, query.days, settings));
    },

    async reviewFiguresTable({ actor, db, query, write, reply }) {
      const found = await load(db, query.days, settings);
      const subject = { kind: 'settings', id: null, name: 'Review figures' } as const;
      await write((context) =>
        recordAct(context, { by: actor.id, act: 'figuresTaken', subject, after: { days: query.days } }),
      );
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': contentDisposition(`Review figures ${found.from} to ${found.until}.csv`, 'attachment'),
          'cache-control': 'no-store',
        })
        .send(figuresTable(found));
    },
  };
}

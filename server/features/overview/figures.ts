// The figures of the review for admins, as an answer and as a table for spreadsheets (behaviour §25).
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { type FigureRow, type FigureSpan, figureSpans, type ReviewFigures } from '#contract/overview/endpoints.ts';
import { reasonLabels } from '#contract/sessions/rejection.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import { fullName } from '#server/db/user-names.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import { travellingColumn } from '#server/features/uploads/rows.ts';
import { contentDisposition } from '#server/http/calls/content-disposition.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { csvLine, csvStart } from '#server/lib/csv.ts';

// What was decided within some days and what waits now: of all, by photographer, by project and by period, each in one pass.
type Of = 'all' | 'photographer' | 'project' | 'period';
type Waiting = Pick<FigureRow, 'waiting' | 'oldest' | 'middle'> & { of: Of; id: number | null };
type Decisions = Pick<FigureRow, 'decisions' | 'median' | 'first' | 'passed'> & {
  of: Of;
  id: number | null;
  period: string | null;
};

/** Records under this alias that put a session before its reviewers, and those that decide about it. */
const isSubmission = (r: string) =>
  sql`(${sql.ref(`${r}.to_status`)} = 'pending' and ${sql.ref(`${r}.from_status`)} is distinct from 'pending')`;
const isDecision = (r: string) =>
  sql`(${sql.ref(`${r}.from_status`)} = 'pending' and ${sql.ref(`${r}.to_status`)} in ('approved', 'rejected'))`;

/** Today and the first day, by the company's clock, as a row `span`. */
const spanRow = (days: FigureSpan, timeZone: string) => sql`(
  select until, until - ${sql.lit(days - 1)} as first from (select (now() at time zone ${timeZone})::date as until) today)`;

/** The first day within the span of the period that holds this day. */
const periodOf = (day: RawBuilder<unknown>, days: FigureSpan) =>
  sql`greatest(date_trunc(${sql.lit(figureSpans[days])}, ${day}::timestamp)::date, span.first)`;

type Span = Pick<ReviewFigures, 'from' | 'until'> & { periods: string[] };

export async function spanOf(db: Kysely<Tables>, days: FigureSpan, timeZone: string): Promise<Span> {
  const found = await sql<Span>`
    select span.first as "from", span.until, array(
      select distinct ${periodOf(sql`d`, days)} from generate_series(span.first, span.until, interval '1 day') d
      order by 1) as periods
    from ${spanRow(days, timeZone)} span`.execute(db);
  return found.rows[0] as Span;
}

/** Each belongs to who held the session then, and counts from the submission that it answers, which is when all of its files were there. */
export async function countDecisions(db: Kysely<Tables>, days: FigureSpan, timeZone: string): Promise<Decisions[]> {
  const found = await sql<Decisions>`
    with decided as (
      select r.photographer_id, r.project_id, ${periodOf(sql`(r.at at time zone ${timeZone})`, days)} as period,
        r.to_status = 'approved' as approved, extract(epoch from r.at - coalesce(r.submitted_at, before.submitted_at)) as seconds,
        before.decisions = 0 as is_first
      from ${spanRow(days, timeZone)} span
      join session_records r on r.at >= span.first::timestamp at time zone ${timeZone}
      join sessions s on s.id = r.session_id and s.removed_at is null
      cross join lateral (
        select max(b.at) filter (where ${isSubmission('b')}) as submitted_at, count(*) filter (where ${isDecision('b')}) as decisions
        from session_records b where b.session_id = r.session_id and b.id < r.id) before
      where ${isDecision('r')})
    select case when grouping(photographer_id) = 0 then 'photographer' when grouping(project_id) = 0 then 'project'
        when grouping(period) = 0 then 'period' else 'all' end as of,
      coalesce(photographer_id, project_id) as id, period,
      count(*) as decisions, percentile_cont(0.5) within group (order by seconds) as median,
      count(*) filter (where is_first) as first, count(*) filter (where is_first and approved) as passed
    from decided group by grouping sets ((), (photographer_id), (project_id), (period))`.execute(db);
  return found.rows;
}

/** Rejections that were made with words alone, or before there were reasons, name none. */
export async function countReasons(
  db: Kysely<Tables>,
  days: FigureSpan,
  timeZone: string,
): Promise<ReviewFigures['reasons']> {
  const found = await sql<ReviewFigures['reasons'][number]>`
    select named.reason, count(*) as rejections
    from ${spanRow(days, timeZone)} span
    join session_records r on r.at >= span.first::timestamp at time zone ${timeZone}
    join sessions s on s.id = r.session_id and s.removed_at is null
    cross join unnest(r.rejection_reasons) as named (reason)
    where ${isDecision('r')} group by named.reason order by rejections desc, named.reason`.execute(db);
  return found.rows;
}

/** A session with files still uploading waits for them, not for its review (behaviour §26.6). */
export async function countWaiting(db: Kysely<Tables>): Promise<Waiting[]> {
  const found = await sql<Waiting>`
    select case when grouping(photographer_id) = 0 then 'photographer' when grouping(project_id) = 0 then 'project'
        else 'all' end as of,
      coalesce(photographer_id, project_id) as id, count(*) as waiting, min(submitted_at) as oldest,
      percentile_disc(0.5) within group (order by submitted_at) as middle
    from sessions s where status = 'pending' and removed_at is null and ${travellingColumn('s')} is null
    group by grouping sets ((), (photographer_id), (project_id))`.execute(db);
  return found.rows;
}

const none = { waiting: 0, oldest: null, middle: null, decisions: 0, median: null, first: 0, passed: 0 };

const names = {
  photographer: sql`select u.id, ${fullName('u')} as name from users u where u.id`,
  project: sql`select id, name from projects where id`,
};

type Counted = { decisions: readonly Decisions[]; waiting: readonly Waiting[] };

/** Whoever has something that waits or was decided, most decisions first. */
export async function nameRows(
  db: Kysely<Tables>,
  wanted: 'photographer' | 'project',
  { decisions, waiting }: Counted,
): Promise<FigureRow[]> {
  const byId = <Row extends { of: Of; id: number | null }>(rows: readonly Row[]) =>
    new Map(rows.flatMap((row) => (row.of === wanted && row.id !== null ? [[row.id, row] as const] : [])));
  const [decided, waits] = [byId(decisions), byId(waiting)];
  const ids = [...new Set([...decided.keys(), ...waits.keys()])];
  const found = await sql<Pick<FigureRow, 'id' | 'name'>>`${names[wanted]} = any(${ids}::integer[])`.execute(db);
  return found.rows
    .map((row) => ({ ...none, ...waits.get(row.id), ...decided.get(row.id), ...row }))
    .toSorted((a, b) => b.decisions - a.decisions || b.waiting - a.waiting || a.name.localeCompare(b.name));
}

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

// Claims about the figures of the review: that they equal a plain computation, where days begin, and what the table contains.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/overview/audit-log.ts';
import type { ReviewFigures } from '#contract/overview/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { defaultSettings } from '#contract/settings/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

type Move = { to: 'pending' | 'approved' | 'rejected'; at: string };
type History = { crew: number; project: number; moves: Move[] };

let testApp: TestApp;
let admin: TestPerson;
const crews: TestPerson[] = [];
const projects: number[] = [];

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  const client = await testApp.person('client');
  for (const name of ['=Ngozi', 'Musa']) crews.push(await testApp.person('photographer', { firstName: name }));
  for (const name of ['Lekki, "Palm"', 'Marina'])
    projects.push(await testApp.make.project({ clientId: client.id, createdBy: admin.id, name }));
});
afterAll(() => testApp.close());
// Records stay for good; those of removed sessions do not count.
afterEach(() => testApp.database.query.updateTable('sessions').set({ removed_at: new Date() }).execute());

const read = async (days = 30) =>
  (await testApp.call(admin, `GET /api/review-figures?days=${days}`)).body as ReviewFigures;
/** Rows written outside the product invalidate no cached answer. */
const readAnew = async (days = 30) => {
  await testApp.call(admin, 'PUT /api/settings', {
    body: { ...defaultSettings, holidays: [`20${++saves + 10}-01-01`] },
  });
  return read(days);
};
let saves = 0;

const submissions = { none: 'created', pending: 'edited', approved: 'edited', rejected: 'resubmitted' };

/** A session with these moves, the first of them its submission; an approved one that goes back was edited. */
async function write({ crew, project, moves }: History): Promise<void> {
  const photographer = crews[crew] as TestPerson;
  const projectId = projects[project] as number;
  const last = moves.at(-1) as Move;
  const submitted = moves.findLast(({ to }) => to === 'pending') as Move;
  const released = last.to === 'approved';
  const { rows } = await sql<{ id: number }>`
    insert into sessions (project_id, photographer_id, capture_date, status, rejection_reason, record_id, submitted_at,
      released_record_id, released_status, released_by, released_at, released_capture_date)
    select ${projectId}, ${photographer.id}, '2026-01-01', ${last.to}, 'Blurred', 1, ${submitted.at}::timestamptz, r.*
    from (select 1) one left join (select 1, 'approved', ${admin.id}::integer, ${last.at}::timestamptz, '2026-01-01'::date) r
      on ${released}::boolean returning id`.execute(testApp.database.query);
  for (const [index, { to, at }] of moves.entries()) {
    const from = moves[index - 1]?.to ?? null;
    const action = to === 'pending' ? submissions[from ?? 'none'] : to;
    await sql`insert into session_records (session_id, action, from_status, to_status, by_name, at, project_id, project_name,
        photographer_id, photographer_name, capture_date, released_record_id)
      values (${rows[0]?.id}, ${action}, ${from}, ${to}, 'Ada', ${at}::timestamptz, ${projectId}, 'P',
        ${photographer.id}, 'N', '2026-01-01', ${to === 'approved' ? 1 : null}::bigint)`.execute(
      testApp.database.query,
    );
  }
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

type Decision = { crew: number; project: number; seconds: number; isFirst: boolean; passed: boolean; at: number };

function decisionsOf({ crew, project, moves }: History): Decision[] {
  return moves.flatMap(({ to, at }, index) => {
    const before = moves[index - 1];
    if (to === 'pending' || !before) return [];
    const seconds = (Date.parse(at) - Date.parse(before.at)) / 1000;
    const decided = { seconds, isFirst: index === 1, passed: index === 1 && to === 'approved', at: Date.parse(at) };
    return [{ crew, project, ...decided }];
  });
}

function figuresOf(decisions: readonly Decision[]) {
  return {
    decisions: decisions.length,
    median: median(decisions.map(({ seconds }) => seconds)),
    first: decisions.filter(({ isFirst }) => isFirst).length,
    passed: decisions.filter(({ passed }) => passed).length,
  };
}

const hour = 3_600_000;
/** Submitted this many hours ago; then decisions and submissions alternate, each this many minutes after the previous one. */
const history = fc
  .record({
    crew: fc.nat(1),
    project: fc.nat(1),
    hoursAgo: fc.integer({ min: 300, max: 4000 }),
    steps: fc.array(fc.record({ minutes: fc.integer({ min: 1, max: 2000 }), approve: fc.boolean() }), { maxLength: 5 }),
  })
  .map(({ crew, project, hoursAgo, steps }): History => {
    let at = Date.now() - hoursAgo * hour;
    const moves: Move[] = [{ to: 'pending', at: new Date(at).toISOString() }];
    for (const [index, { minutes, approve }] of steps.entries()) {
      at += minutes * 60_000;
      const decision = approve ? 'approved' : 'rejected';
      moves.push({ to: index % 2 === 0 ? decision : 'pending', at: new Date(at).toISOString() });
    }
    return { crew, project, moves };
  });

test('medians, rates and what waits are those of a plain computation, whatever was submitted and decided', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 25 }), async (histories) => {
      await testApp.database.query.updateTable('sessions').set({ removed_at: new Date() }).execute();
      for (const one of histories) await write(one);
      const figures = await readAnew(90);
      const start = Date.parse(`${figures.from}T00:00:00+01:00`);
      const decisions = histories.flatMap(decisionsOf).filter(({ at }) => at >= start);
      const waiting = histories.filter(({ moves }) => moves.at(-1)?.to === 'pending');
      const since = waiting.map(({ moves }) => moves.at(-1)?.at ?? '').toSorted();
      expect(figures.all).toMatchObject({ ...figuresOf(decisions), waiting: waiting.length });
      expect(figures.all.oldest?.slice(0, 23)).toEqual(since[0]?.slice(0, 23));
      for (const [index, { id }] of crews.entries()) {
        const row = figures.photographers.find((one) => one.id === id);
        const own = figuresOf(decisions.filter(({ crew }) => crew === index));
        const waits = waiting.filter(({ crew }) => crew === index).length;
        expect({ ...row }).toMatchObject(row ? { ...own, waiting: waits } : {});
        expect(row !== undefined).toBe(own.decisions + waits > 0);
      }
      for (const [index, id] of projects.entries()) {
        const row = figures.projects.find((one) => one.id === id);
        const own = figuresOf(decisions.filter(({ project }) => project === index));
        expect(row?.decisions ?? 0).toBe(own.decisions);
        expect(row?.median ?? null).toEqual(own.median);
      }
      expect(figures.periods.reduce((sum, one) => sum + one.decisions, 0)).toBe(decisions.length);
      for (const [index, period] of figures.periods.entries()) {
        const until = figures.periods[index + 1]?.from ?? '9999-01-01';
        const within = decisions.filter(({ at }) => {
          const day = new Date(at + hour).toISOString().slice(0, 10);
          return day >= period.from && day < until;
        });
        expect(period).toMatchObject(figuresOf(within));
      }
    }),
    { numRuns: 12 },
  );
});

test('where nothing was ever submitted there are no rows, no median, and every period anyway', async () => {
  const figures = await readAnew();
  expect(figures.all).toEqual({
    waiting: 0,
    oldest: null,
    middle: null,
    decisions: 0,
    median: null,
    first: 0,
    passed: 0,
  });
  expect(figures).toMatchObject({ days: 30, timeZone: 'Africa/Lagos', photographers: [], projects: [] });
  expect(figures.periods).toHaveLength(30);
});

const at = (instant: number): Move[] => [
  { to: 'pending', at: new Date(instant - hour).toISOString() },
  { to: 'approved', at: new Date(instant).toISOString() },
];

test('reasons are counted by how many rejections named them, within the days', async () => {
  const crew = crews[0] as TestPerson;
  const submit = async () => {
    const body = { projectId: projects[0], captureDate: '2026-01-01' };
    await testApp.make
      .member({ projectId: projects[0] ?? 0, userId: crew.id, role: 'contributor' })
      .catch(() => undefined);
    return ((await testApp.call(crew, 'POST /api/sessions', { body })).body as Session).id;
  };
  const reject = async (body: object) => testApp.call(admin, `PUT /api/sessions/${await submit()}/reject`, { body });
  await reject({ reasons: ['blurred', 'tooFew'] });
  await reject({ reasons: ['blurred'], rejectionReason: 'Above all the east side.' });
  await reject({ rejectionReason: 'Words alone.' });
  const reasons = [
    { reason: 'blurred', rejections: 2 },
    { reason: 'tooFew', rejections: 1 },
  ];
  expect(await read()).toMatchObject({ reasons, all: { decisions: 3, passed: 0 } });
  const table = await testApp.call(admin, 'GET /api/review-figures/table.csv');
  expect(String(table.body)).toContain('"Reason","Blurred",,,2,,,,\r\n');
});

test.each([
  ['Africa/Lagos', '+01:00'],
  ['Pacific/Kiritimati', '+14:00'],
])('the first day begins at midnight in %s', async (timeZone, offset) => {
  const save = () => testApp.call(admin, 'PUT /api/settings', { body: { ...defaultSettings, timeZone } });
  expect((await save()).status).toBe(200);
  const midnight = Date.parse(`${(await read()).from}T00:00:00${offset}`);
  await write({ crew: 0, project: 0, moves: at(midnight) });
  await write({ crew: 1, project: 0, moves: at(midnight - 1) });
  await testApp.call(admin, 'PUT /api/settings', { body: defaultSettings });
  await save();
  const figures = await read();
  expect(figures.photographers.map(({ id }) => id)).toEqual([crews[0]?.id]);
  expect(figures.periods[0]).toMatchObject({ from: figures.from, decisions: 1 });
});

test.each([
  [30, 'day', [30, 30]],
  [90, 'week', [13, 14]],
  [365, 'month', [12, 13]],
] as const)('%i days are shown by %s', async (days, _, [fewest, most]) => {
  const { periods, from, until } = await read(days);
  expect(periods.length).toBeGreaterThanOrEqual(fewest);
  expect(periods.length).toBeLessThanOrEqual(most);
  expect(periods[0]?.from).toBe(from);
  expect((Date.parse(until) - Date.parse(from)) / (24 * hour)).toBe(days - 1);
});

test('without a number of days they are of 30, and of other numbers than offered they are refused', async () => {
  expect((await testApp.call(admin, 'GET /api/review-figures')).body).toMatchObject({ days: 30 });
  const refused = await testApp.call(admin, 'GET /api/review-figures?days=31');
  expect(refused).toMatchObject({ status: 400, body: { message: 'days must be 30, 90 or 365' } });
});

test('the table is CSV for spreadsheets, in which no name is computed, and taking it stands in the audit log', async () => {
  await write({ crew: 0, project: 0, moves: at(Date.now() - hour) });
  await write({ crew: 1, project: 1, moves: at(Date.now() - 2 * hour).slice(0, 1) });
  const answer = await testApp.call(admin, 'GET /api/review-figures/table.csv?days=90');
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="Review figures \d{4}-\d\d-\d\d to /);
  const [head, all, ...lines] = String(answer.body).split('\r\n');
  expect(head).toMatch(/^\uFEFF"Of","Name","Waiting now"/);
  expect(all).toMatch(/^"All","\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d",1,"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d",1,1,1,1,100$/);
  expect(lines[0]).toBe(`"Photographer","'=Ngozi ${crews[0]?.username.replace('photographer', '')}",0,,1,1,1,1,100`);
  expect(lines).toContain('"Project","Lekki, ""Palm""",0,,1,1,1,1,100');
  const entries = (await testApp.call(admin, 'GET /api/audit-log?act=figuresTaken')).body as AuditEntry[];
  expect(entries[0]).toMatchObject({ byId: admin.id, changes: [{ field: 'days', after: '90' }] });
});

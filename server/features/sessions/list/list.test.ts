// Claims about the session lists and the search: what they hold, in which order, page by page, for whom.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toFolded } from '#contract/core/fold.ts';
import { phases } from '#contract/core/session-fields.ts';
import type { SearchResult } from '#contract/overview/endpoints.ts';
import { type Session, sessionStatuses } from '#contract/sessions/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import * as keyset from './keyset-query.ts';
import { toDay } from './list.ts';

/** What somebody reads of a session, for the model that the lists are compared with. */
type Face = { status: string; siteId: number | null; day: string; phase: string | null; notes: string };
type Row = {
  id: number;
  projectId: number;
  photographerId: number;
  createdAt: string;
  present: Face;
  released: Face | null;
};
type Query = Partial<Record<string, string | number>> & { sort: 'createdAt' | 'captureDate' };

let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let other: TestPerson;
let client: TestPerson;
const rows: Row[] = [];
const projects: { id: number; name: string; seen: boolean }[] = [];
const sites: { id: number; projectId: number; name: string }[] = [];

const people = {
  crew: { username: 'kunle', firstName: 'Emeka', lastName: 'Okafor' },
  other: { username: 'CraneDriver', firstName: 'Amaka', lastName: 'Lekki-Okafor' },
};
const texts = ['Concrete poured', '100% done', 'a_b', 'back\\slash', 'CRANE up', 'École', 'pending paint', ''];

function face(n: number, own: { id: number }[]): Face {
  const day = `2026-0${1 + (n % 9)}-${10 + (n % 17)}`;
  const notes = texts[n % texts.length] as string;
  return {
    status: '',
    siteId: own[n % own.length]?.id ?? null,
    day,
    phase: n % 3 === 0 ? null : (phases[n % 7] as string),
    notes,
  };
}

/** Straight into the tables: sample data as the product's own moves would have left it. */
async function insert(n: number): Promise<void> {
  const project = projects[n % 3] as { id: number };
  const own = sites.filter(({ projectId }) => projectId === project.id);
  const present = { ...face(n, own), status: sessionStatuses[(n * 5) % 4] as string };
  const same = present.status === 'approved' || present.status === 'completed';
  const isReleased = same || n % 5 === 0;
  const before = same ? present : { ...face(n + 3, own), status: n % 2 ? 'approved' : 'completed' };
  const released = isReleased ? before : null;
  const photographerId = n % 4 === 0 ? other.id : crew.id;
  // Four share each instant; some are a microsecond apart.
  const createdAt = `2026-11-01T10:00:00.${String(100_000 + Math.floor(n / 4)).padStart(6, '0')}Z`;
  const record = released ?? present;
  const made = await sql<{ id: number }>`
    with n as (select nextval('session_records_id_seq') as id),
    s as (insert into sessions (project_id, site_id, photographer_id, capture_date, phase, status, notes, record_id, rejection_reason,
        released_record_id, released_status, released_by, released_at, released_capture_date, created_at)
      select ${project.id}, ${present.siteId}, ${photographerId}, ${present.day}, ${present.phase}, ${present.status}, ${present.notes},
        n.id, 'reason', case when ${isReleased} then n.id end, ${released?.status ?? null},
        case when ${isReleased} then ${admin.id}::integer end, case when ${isReleased} then now() end, ${released?.day ?? null}, ${createdAt}
      from n returning id),
    r as (insert into session_records (id, session_id, action, by_name, project_id, project_name, site_id, photographer_id,
        photographer_name, capture_date, phase, notes)
      overriding system value
      select n.id, s.id, 'created', 'x', ${project.id}, 'p', ${record.siteId}, ${photographerId}, 'x', ${record.day}, ${record.phase},
        ${record.notes} from n, s)
    select id from s`.execute(testApp.database.query);
  rows.push({ id: made.rows[0]?.id ?? 0, projectId: project.id, photographerId, createdAt, present, released });
}

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer', people.crew);
  other = await testApp.person('photographer', people.other);
  client = await testApp.person('client');
  const stranger = await testApp.make.user('client');
  for (const [index, name] of ['Lekki Towers', 'Ikoyi 100%', 'Unseen Place'].entries()) {
    const clientId = index === 0 ? client.id : stranger.id;
    projects.push({ id: await testApp.make.project({ clientId, createdBy: admin.id, name }), name, seen: index < 2 });
  }
  await testApp.make.member({ projectId: projects[1]?.id ?? 0, userId: client.id, role: 'viewer' });
  for (const [index, name] of ['Block A', 'Block_B', 'North lekki gate'].entries()) {
    const projectId = projects[index % 2]?.id ?? 0;
    sites.push({ id: await testApp.make.site({ projectId, name }), projectId, name });
  }
  for (let n = 0; n < 90; n++) await insert(n);
});
afterAll(() => testApp.close());

function faceFor(person: TestPerson, row: Row): Face | null {
  if (person.role === 'admin') return row.present;
  if (person.role === 'photographer') return row.photographerId === person.id ? row.present : null;
  return projects.some(({ id, seen }) => seen && id === row.projectId) ? row.released : null;
}

function nameOf(list: { id: number; name: string }[], id: number | null): string {
  return list.find((one) => one.id === id)?.name ?? '';
}

/** What both the lists and the global search match: places, people and notes. */
function textsOf(row: Row, seen: Face): string[] {
  const by = row.photographerId === crew.id ? people.crew : people.other;
  return [nameOf(projects, row.projectId), nameOf(sites, seen.siteId), ...Object.values(by), seen.notes];
}

function isNumberOf(id: number, q: string): boolean {
  const whole = q.trim().toLowerCase();
  return ['', '#', 'session ', 'session #', 'session#'].some((before) => whole === `${before}${id}`);
}

/** Every word occurs in one of the texts, or the whole is the number of the session. */
function holds(row: Row, parts: string[], q: string): boolean {
  const hasWord = (word: string) => parts.some((part) => toFolded(part).includes(word));
  return isNumberOf(row.id, q) || typedWords(q).every(hasWord);
}

const typedWords = (q: string) => toFolded(q.trim()).split(/\s+/);

/** Among several words the list's own search also finds a whole status; one that is a part of another word does not count. */
function statusAmong(q: string, status: string): string[] {
  const words = new Set(typedWords(q));
  const isPart = (word: string) => [...words].some((other) => other !== word && other.includes(word));
  return words.has(status) && [...words].filter((word) => !isPart(word)).length > 1 ? [status] : [];
}

/** The filters of behaviour §7.2, in plain words. */
function meets(row: Row, seen: Face, query: Query): boolean {
  const { status, projectId, siteId, photographerId, phase, from, to, q } = query;
  return (
    (status === undefined || seen.status === (status === 'submitted' ? 'pending' : status)) &&
    (projectId === undefined || row.projectId === projectId) &&
    (siteId === undefined || seen.siteId === siteId) &&
    (photographerId === undefined || row.photographerId === photographerId) &&
    (phase === undefined || seen.phase === phase) &&
    (from === undefined || seen.day >= from) &&
    (to === undefined || seen.day <= to) &&
    (q === undefined || holds(row, [...textsOf(row, seen), ...statusAmong(String(q), seen.status)], String(q)))
  );
}

function newestFirst(a: { id: number; at: string }, b: { id: number; at: string }): number {
  if (a.at === b.at) return b.id - a.id;
  return b.at > a.at ? 1 : -1;
}

function expected(person: TestPerson, query: Query): number[] {
  const seen = rows.flatMap((row) => {
    const shown = faceFor(person, row);
    return shown && meets(row, shown, query)
      ? [{ id: row.id, at: query.sort === 'createdAt' ? row.createdAt : shown.day }]
      : [];
  });
  return seen.toSorted(newestFirst).map(({ id }) => id);
}

async function walk(person: TestPerson, query: Query): Promise<{ ids: number[]; total: string }> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  let path: string | undefined =
    `/api/sessions?${new URLSearchParams(Object.fromEntries(given.map(([key, value]) => [key, String(value)])))}`;
  const ids: number[] = [];
  let total: string | undefined;
  while (path) {
    const page = await testApp.call(person, `GET ${path}`);
    expect(page.status, JSON.stringify(page.body)).toBe(200);
    ids.push(...(page.body as Session[]).map(({ id }) => id));
    total ??= String(page.headers['x-total-count']);
    path = /<(.*)>/.exec(String(page.headers.link ?? ''))?.[1];
  }
  return { ids, total: total ?? '' };
}

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
const words = [
  'concrete',
  '100%',
  '%',
  '_',
  'a_b',
  '\\',
  'crane',
  'LEKKI',
  'kunle',
  'éc',
  'block',
  'zzz',
  'pending',
  'approved',
];
const names = ['emeka', 'OKAFOR', 'amaka', 'Lekki', 'b', 'e'];
const phrases = [
  'okafor  emeka',
  'Emeka Lekki',
  'amaka ikoyi 100%',
  'crane crane up',
  'kunle zzz',
  '#6',
  'Session #7',
  '8',
];
/** What somebody may type: one word, a name or a number, or several words in any order. */
const typed = fc.oneof(
  fc.constantFrom(...words, ...names, ...phrases),
  fc.array(fc.constantFrom(...words, ...names), { minLength: 2, maxLength: 3 }).map((some) => some.join(' ')),
);

describe('the lists', () => {
  test('any filters together give exactly what the filter logic says, page by page, in order, with the exact total', async () => {
    const queries = fc.record({
      status: maybe([...sessionStatuses, 'submitted']),
      projectId: maybe([1, 2, 3]),
      siteId: maybe([1, 2, 3]),
      photographerId: maybe([crew.id, other.id, admin.id]),
      phase: maybe(phases),
      from: maybe(['2026-03-01', '2026-05-12', '2027-01-01']),
      to: maybe(['2026-02-20', '2026-06-15', '2026-12-31']),
      q: fc.option(typed, { nil: undefined, freq: 2 }),
      sort: fc.constantFrom('createdAt' as const, 'captureDate' as const),
      limit: fc.constantFrom(1, 7, 30, 100),
      who: fc.constantFrom(admin, crew, other, client),
    });
    await fc.assert(
      fc.asyncProperty(queries, async ({ who, limit, ...query }) => {
        const wanted = expected(who, query as Query);
        const got = await walk(who, { ...query, limit: Math.max(limit, Math.ceil(wanted.length / 6)) } as Query);
        expect(got).toEqual({ ids: wanted, total: String(wanted.length) });
      }),
      { numRuns: 80 },
    );
  }, 120_000);

  test('a single filter alone counts right for everybody', async () => {
    const alone: Partial<Query>[] = [
      {},
      { status: 'approved' },
      { projectId: projects[1]?.id ?? 0 },
      { photographerId: other.id },
      { siteId: sites[1]?.id ?? 0 },
      ...[
        'crane',
        'emeka',
        'Lekki okafor',
        'AMAKA crane',
        'e k',
        'lekki concrete',
        '#12',
        'pending concrete',
        'reject crane',
      ].map((q) => ({ q })),
    ];
    for (const who of [admin, crew, other, client]) {
      for (const filter of alone) {
        const query = { sort: 'createdAt', ...filter } as Query;
        const wanted = expected(who, query);
        expect(await walk(who, { ...query, limit: 9 })).toEqual({ ids: wanted, total: String(wanted.length) });
      }
    }
  });

  test('rows requested by their ids are those that the list would show, beside its whole count', async () => {
    for (const who of [admin, crew, other, client]) {
      for (const filter of [{}, { status: 'approved' }, { projectId: projects[1]?.id ?? 0 }, { q: 'crane' }]) {
        const wanted = expected(who, { sort: 'createdAt', ...filter });
        const ids = rows.slice(0, 50).map(({ id }) => id);
        const query = new URLSearchParams({ ...filter, ids: String(ids), limit: '50' } as Record<string, string>);
        const { status, body, headers } = await testApp.call(who, `GET /api/sessions?${query}`);
        expect(status).toBe(200);
        expect((body as Session[]).map(({ id }) => id)).toEqual(wanted.filter((id) => ids.includes(id)));
        expect(headers['x-total-count']).toBe(String(wanted.length));
      }
    }
    for (const ids of ['', 'x', '1,', '1;2', Array.from({ length: 51 }, (_, id) => id + 1).join()])
      expect((await testApp.call(admin, `GET /api/sessions?ids=${ids}`)).status).toBe(400);
  });

  test('a client’s rows hold what was released, never a note of the review', async () => {
    const page = await testApp.call(client, 'GET /api/sessions?limit=500');
    for (const session of page.body as Session[]) {
      const released = rows.find(({ id }) => id === session.id)?.released;
      expect(session).toMatchObject({
        status: released?.status,
        captureDate: released?.day,
        phase: released?.phase ?? null,
      });
      expect(session).toMatchObject({ reviewNotes: null, rejectionReason: null, released: true });
    }
  });

  test('every order of the whole list is that of an index, so that a page sorts nothing', async () => {
    for (const sort of Object.values(keyset.sortColumns)) {
      const page = keyset.newestFirst({ kind: 'person', ...admin }, { conditions: [], sort, limit: 26 });
      const plan = await testApp.database.tx(async (tx) => {
        await sql`set local enable_sort = off`.execute(tx);
        return (await sql`explain ${page}`.execute(tx)).rows;
      });
      expect(JSON.stringify(plan)).toContain('Index Scan using sessions_');
      expect(JSON.stringify(plan)).not.toContain('Sort');
    }
  });

  test('what waits for review comes in the order of an index, so that the queue sorts nothing', async () => {
    const sort = keyset.sortColumns.submittedAt;
    const conditions = [sql<boolean>`s.status = 'pending'`];
    const page = keyset.newestFirst({ kind: 'person', ...admin }, { conditions, sort, limit: 26 });
    const plan = await testApp.database.tx(async (tx) => {
      await sql`set local enable_sort = off`.execute(tx);
      return JSON.stringify((await sql`explain ${page}`.execute(tx)).rows);
    });
    expect(plan).toMatch(/Index Scan using sessions_(waiting|by_submission)/);
    expect(plan).not.toContain('Sort');
  });

  test('a cursor of another order, a made-up one and a limit over 500 are refused', async () => {
    const page = await testApp.call(admin, 'GET /api/sessions?limit=1');
    const cursor = /cursor=([^&>]*)/.exec(String(page.headers.link))?.[1];
    for (const words of [`sort=captureDate&cursor=${cursor}`, 'cursor=abc', 'limit=501', 'limit=0', 'status=none']) {
      expect(await testApp.call(admin, `GET /api/sessions?${words}`)).toMatchObject({ status: 400 });
    }
  });

  test('a count that was remembered is counted again once somebody wrote', async () => {
    const query: Query = { sort: 'createdAt', q: 'crane' };
    const { id, name } = projects[0] ?? { id: 0, name: '' };
    for (let n = 100; n < 104; n++) {
      // These rows are written outside the product: any write of its own announces a change.
      expect(await testApp.call(admin, `PATCH /api/projects/${id}`, { body: { name } })).toMatchObject({ status: 200 });
      const wanted = expected(admin, query);
      // A different limit, else the cached response would be returned.
      expect(await walk(admin, { ...query, limit: n - 80 })).toEqual({ ids: wanted, total: String(wanted.length) });
      await insert(n);
    }
  });

  test('a word with a NUL finds nothing', async () => {
    expect(await testApp.call(admin, 'GET /api/sessions?q=%00')).toMatchObject({ status: 200, body: [] });
  });

  test('an instant in a filter counts as the day written in it', () => {
    expect(toDay('2026-11-20')).toBe('2026-11-20');
    expect(toDay('2026-11-20T23:30:00-05:00')).toBe('2026-11-20');
    expect(toDay('0000-01-01T00:00:00Z')).toBe('1899-01-01');
    expect(toDay('9999-12-31T00:00:00Z')).toBe('2201-12-31');
  });
});

/** The matching rule of behaviour §7.4. */
function found(person: TestPerson, q: string): number[] {
  const seen = rows.filter((row) => {
    const shown = faceFor(person, row);
    return shown && holds(row, [...textsOf(row, shown), `session #${row.id}`, shown.status], q);
  });
  return seen
    .map(({ id, createdAt }) => ({ id, at: createdAt }))
    .toSorted(newestFirst)
    .map(({ id }) => id);
}

async function search(person: TestPerson, q: string) {
  const answer = await testApp.call(person, `GET /api/search?${new URLSearchParams({ q })}`);
  return answer.body as { total: number; results: SearchResult[] };
}

describe('the global search', () => {
  const asked = [
    ...words,
    'session',
    '#',
    'Session #1',
    '#12',
    '12',
    '9',
    'session #07',
    'approved',
    'comp',
    'e',
    'North',
    '100% d',
    ...names,
    'okafor emeka',
    'Emeka Lekki approved',
    'lekki concrete',
    'amaka session',
    'completed crane',
    'okafor 1',
    'e k a',
    '1',
    '6',
    '#6',
    'session #6',
    'Session 6',
  ];

  test.each(asked)('“%s” finds the sessions that hold it among what each may see, and counts them all', async (q) => {
    for (const person of [admin, crew, client]) {
      const { total, results } = await search(person, q);
      const wanted = found(person, q);
      const asked = wanted.filter((id) => isNumberOf(id, q));
      const places = results.filter(({ type }) => type === 'project').length;
      expect(total).toBe(places + wanted.length);
      expect(results.length).toBe(Math.min(50, total));
      expect(results.slice(0, asked.length).map(({ type, id }) => ({ type, id }))).toEqual(
        asked.map((id) => ({ type: 'session', id })),
      );
      const others = wanted.filter((id) => !asked.includes(id));
      const shown = results.slice(asked.length + places).map(({ id }) => id);
      expect(shown).toEqual(others.slice(0, 50 - places - asked.length));
    }
  });
});

describe('among thousands', () => {
  beforeAll(async () => {
    const db = testApp.database.query;
    const fill = (words: string, count: number) =>
      sql`
      with r as (insert into session_records (session_id, action, by_name, project_id, project_name, photographer_id, photographer_name,
          capture_date, notes)
        select 0, 'created', 'x', ${projects[0]?.id ?? 0}, 'p', ${crew.id}, 'x', '2020-01-01', ${words} from generate_series(1, ${count}::integer)
        returning id, project_id, photographer_id, capture_date, notes)
      insert into sessions (project_id, photographer_id, capture_date, notes, record_id, status, released_record_id, released_status,
          released_by, released_at, released_capture_date, created_at)
      select project_id, photographer_id, capture_date, notes, id, 'approved', id, 'approved', ${admin.id}, now(), capture_date,
        timestamptz '2020-01-01' + id * interval '1 second' from r`.execute(db);
    await fill('ordinary brickwork', 2100);
    await fill('nothing', 5000);
    // The planner has their statistics, as it would a minute later.
    await sql.raw('analyze').execute(db);
    // They are written outside the product: a write of its own announces a change.
    const { id, name } = projects[0] ?? { id: 0, name: '' };
    expect(await testApp.call(admin, `PATCH /api/projects/${id}`, { body: { name } })).toMatchObject({ status: 200 });
  }, 120_000);

  test('a word that only thousands of old sessions hold is found and counted, by everybody who sees them', async () => {
    for (const person of [admin, crew, client]) {
      const page = await testApp.call(person, 'GET /api/sessions?q=BRICKWORK&limit=5');
      expect(page.headers['x-total-count']).toBe('2100');
      expect((page.body as Session[]).map(({ notes }) => notes)).toEqual(Array(5).fill('ordinary brickwork'));
      expect(await search(person, 'brickwork')).toMatchObject({ total: 2100 });
    }
    expect(await search(other, 'brickwork')).toMatchObject({ total: 0, results: [] });
    const filtered = await testApp.call(admin, 'GET /api/sessions?q=brickwork&limit=5&from=2020-01-01&to=2020-01-01');
    expect(filtered.headers['x-total-count']).toBe('2100');
  });

  test('words that thousands hold are found and counted together, and one rare word narrows the others', async () => {
    for (const person of [admin, client]) {
      for (const [q, total] of [
        ['Okafor brickwork emeka', 2100],
        ['nothing e', 5000],
        ['nothing brickwork', 0],
        ['nothing amaka', 0],
      ] as const) {
        const query = new URLSearchParams({ q, limit: '5' });
        const page = await testApp.call(person, `GET /api/sessions?${query}`);
        expect((page.body as Session[]).length, q).toBe(Math.min(5, total));
        expect(page.headers['x-total-count'], q).toBe(String(total));
        expect(await search(person, q), q).toMatchObject({ total });
      }
      const rare = await testApp.call(person, 'GET /api/sessions?q=e+emeka+crane&limit=100');
      const wanted = expected(person, { sort: 'createdAt', q: 'e emeka crane' });
      expect((rare.body as Session[]).map(({ id }) => id)).toEqual(wanted);
    }
  });

  test('a word that a few thousand of the newer ones hold is found too', async () => {
    for (const person of [admin, crew, client]) {
      const page = await testApp.call(person, 'GET /api/sessions?q=nothing&limit=500');
      expect(page.headers['x-total-count']).toBe('5000');
      expect((page.body as Session[]).length).toBe(500);
    }
  });
});

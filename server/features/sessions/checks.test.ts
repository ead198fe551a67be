// Checks of a visit: each verdict with pictures made for it, what is analysed again and what is not, and who is notified.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Check, SessionChecks } from '#contract/sessions/checks.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { createJobRunner } from '#server/jobs.ts';
import { createImageAnalyzer, type ImageAnalyzer } from '#server/media/analysis/supervised-analyzer.ts';
import { createThumbnails, type Thumbnails } from '#server/media/images/thumbnails.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import type { MediaSource } from '#server/media/sources/source.ts';
import { ground } from '#server/test-support/files/ground.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { checkJobs } from './checks/analyze-visit.ts';

let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let project: number;
let site: number;
let count = 0;
let thumbnails: Thumbnails;
let analyzer: ImageAnalyzer;
let analyzed: string[] = [];
/** Called before each analysis; may throw. */
let beforeAnalysis: (name: string) => Promise<void> | void = () => undefined;
let away: MediaError | null = null;
let invalidated: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-checks-'));
  testApp = await createTestApp({ mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
  thumbnails = createThumbnails({ folder: join(folder, 'pictures'), maxBytes: 100_000_000 });
  analyzer = createImageAnalyzer({ thumbnails });
});
afterAll(async () => {
  analyzer.close();
  thumbnails.close();
  await testApp.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  [analyzed, beforeAnalysis, away, invalidated] = [[], () => undefined, null, []];
  await sql`delete from jobs`.execute(testApp.database.query);
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  site = await testApp.make.site({ projectId: project, photographerId: crew.id });
  const body = { roots: [{ provider: 'local', root: `p${project}` }] };
  await testApp.call(admin, `PUT /api/projects/${project}/media-roots`, { body });
});

/** As one process of the installation has it. */
function lane() {
  const { database } = testApp;
  const local = createLocalSource({ demo: null, mediaRoot: join(folder, 'media') });
  const source: MediaSource = {
    async list(link, roots) {
      if (away) throw away;
      return local.list(link, roots);
    },
  };
  const watched: Pick<ImageAnalyzer, 'analyze'> = {
    async analyze(file) {
      await beforeAnalysis(file.id);
      analyzed.push(file.id.split('/').at(-1) ?? '');
      return analyzer.analyze(file);
    },
  };
  const write = createTransactionRunner(database, (topics) => invalidated.push(...topics));
  const handlers = checkJobs({ db: database.query, write, source, hosts: {}, analyzer: watched });
  return createJobRunner({ db: database.query, handlers, log: { error: () => undefined } });
}

type Shot = { day?: string; north?: number };

/** `north`: metres from the site's corner. */
async function withHeader(bytes: Buffer, { day, north }: Shot): Promise<Buffer> {
  const seconds = Math.round(((north ?? 0) / 111_195) * 3600 * 10_000);
  const gps = {
    GPSLatitudeRef: 'N',
    GPSLatitude: `6/1 26/1 ${seconds}/10000`,
    GPSLongitudeRef: 'E',
    GPSLongitude: '3/1 28/1 1920/100',
  };
  const dated = day ? { IFD2: { DateTimeOriginal: `${day.replaceAll('-', ':')} 09:15:20` } } : {};
  return sharp(bytes)
    .withExif({ IFD0: { Make: 'DJI' }, ...dated, ...(north === undefined ? {} : { IFD3: gps }) })
    .jpeg()
    .toBuffer();
}

type Visit = { id: number; path: string };

function put({ path }: Visit, name: string, bytes: Buffer): void {
  writeFileSync(join(folder, 'media', path, name), bytes);
}

async function visit(pictures: Record<string, Buffer>, captureDate = '2026-03-04'): Promise<Visit> {
  const path = `p${project}/v${++count}`;
  mkdirSync(join(folder, 'media', path), { recursive: true });
  for (const [name, bytes] of Object.entries(pictures)) put({ id: 0, path }, name, bytes);
  const body = { projectId: project, siteId: site, captureDate, droneImagesUrl: `/media/folders/${path}` };
  return { id: ((await testApp.call(crew, 'POST /api/sessions', { body })).body as Session).id, path };
}

async function released(pictures: Record<string, Buffer>, captureDate: string): Promise<Visit> {
  const made = await visit(pictures, captureDate);
  const { status } = await testApp.call(admin, `PUT /api/sessions/${made.id}/approve`, { body: {} });
  expect(status).toBe(200);
  return made;
}

async function read({ id }: Visit, by = admin): Promise<SessionChecks> {
  // A new address each time: the product hears of rows written here a moment later.
  const { status, body } = await testApp.call(by, `GET /api/sessions/${id}/checks?n=${++count}`);
  expect(status).toBe(200);
  return body as SessionChecks;
}

async function check(of: Visit, name: Check['name']): Promise<Check> {
  const found = (await read(of)).checks.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not among the checks`);
  return found;
}

const namesIn = ({ pictures }: Check) => pictures.map(({ name }) => name);

test('a visit waits until its pictures were analysed; then each check has a verdict and its evidence, and pages are notified once', async () => {
  const made = await visit({ 'a.jpg': await ground(1), 'b.jpg': await ground(2) });
  const before = await read(made, crew);
  expect(before.state).toBe('waiting');
  expect(before.checks.map(({ name }) => name)).toEqual([
    ...['links', 'captureDates', 'positions', 'count', 'coverage', 'blurred', 'dark', 'alike'],
  ]);
  expect(before.checks.every(({ verdict, evidence }) => verdict === 'notChecked' && evidence.length > 10)).toBe(true);
  await lane().runDue();
  const after = await read(made, crew);
  expect(after.state).toBe('done');
  const verdicts = Object.fromEntries(after.checks.map(({ name, verdict }) => [name, verdict]));
  expect(verdicts).toMatchObject({ captureDates: 'notChecked', blurred: 'fits', dark: 'fits', alike: 'fits' });
  expect(invalidated.filter((topic) => topic === 'checks').length).toBeGreaterThan(0);
  expect(analyzed.sort()).toEqual(['a.jpg', 'b.jpg']);
});

test('blurred, dark and nearly equal pictures are found, each with its threshold, and no other', async () => {
  const sharpOne = await ground(3);
  const blurred = await sharp(await ground(4, 1600))
    .blur(4)
    .jpeg()
    .toBuffer();
  const dark = await sharp(await ground(5))
    .linear(0.2)
    .jpeg()
    .toBuffer();
  const again = await sharp(sharpOne).resize(900).jpeg({ quality: 60 }).toBuffer();
  const made = await visit({
    'a.jpg': sharpOne,
    'b.jpg': blurred,
    'c.jpg': dark,
    'd.jpg': again,
    'e.jpg': await ground(6),
  });
  await lane().runDue();
  const [blur, darkness, likeness] = [
    await check(made, 'blurred'),
    await check(made, 'dark'),
    await check(made, 'alike'),
  ];
  expect([blur, darkness, likeness].map(({ verdict }) => verdict)).toEqual(['differs', 'differs', 'differs']);
  expect([blur, darkness, likeness].map(namesIn)).toEqual([['b.jpg'], ['c.jpg'], ['a.jpg', 'd.jpg']]);
  expect(blur.evidence).toMatch(/^1 of 5 pictures blurred: the least sharp has 0\.\d\d, blurred is less than 0\.08\.$/);
  const [picture] = blur.pictures;
  expect((await testApp.call(admin, `GET ${picture?.thumbnailUrl}`)).status).toBe(200);
});

test('pictures of other days, and from farther than 500 m, are named', async () => {
  const seen = await ground(7);
  const pictures = {
    'a.jpg': await withHeader(seen, { day: '2026-03-05', north: 0 }),
    'b.jpg': await withHeader(await ground(8), { day: '2026-03-04', north: 499 }),
    'c.jpg': await withHeader(await ground(9), { day: '2026-02-20', north: 900 }),
    'd.jpg': await ground(10),
  };
  await testApp.database.query
    .updateTable('sites')
    .set({ latitude: 6 + 26 / 60, longitude: 3 + 28 / 60 + 19.2 / 3600 })
    .where('id', '=', site)
    .execute();
  const made = await visit(pictures);
  await lane().runDue();
  const [dates, places] = [await check(made, 'captureDates'), await check(made, 'positions')];
  expect([dates.verdict, namesIn(dates)]).toEqual(['differs', ['c.jpg']]);
  expect(dates.evidence).toContain('1 of 3 pictures taken on other days than March 4, 2026: February 20, 2026.');
  expect(dates.evidence).toContain('1 picture does not say when.');
  expect([places.verdict, namesIn(places)]).toEqual(['differs', ['c.jpg']]);
  expect(places.evidence).toContain('the farthest 900 m away');
  const answer = await testApp.call(crew, `GET /api/projects/${project}/place?siteId=${site}`);
  expect(answer.body).toMatchObject({ place: { latitude: expect.closeTo(6.4333, 3), from: 'site' } });
});

test('a site without coordinates lies where former released visits were taken; without any its place is unknown', async () => {
  const near = async (seed: number, north: number) => ({ 'a.jpg': await withHeader(await ground(seed), { north }) });
  const first = await released(await near(11, 0), '2026-01-04');
  await lane().runDue();
  expect((await check(first, 'positions')).verdict).toBe('notChecked');
  const far = await visit(await near(12, 700));
  await lane().runDue();
  const places = await check(far, 'positions');
  expect([places.verdict, namesIn(places)]).toEqual(['differs', ['a.jpg']]);
  expect(places.evidence).toContain('the pictures of former visits say');
  const ask = async (by: TestPerson, of = `?siteId=${site}`) =>
    testApp.call(by, `GET /api/projects/${project}/place${of}`);
  expect((await ask(crew)).body).toMatchObject({ place: { longitude: expect.closeTo(3.472, 3), from: 'visits' } });
  expect((await ask(crew, '')).body).toEqual({ place: null });
  expect([(await ask(crew, '?siteId=999999')).status, (await ask(client)).status]).toEqual([404, 403]);
  expect((await ask(await testApp.person('photographer'))).status).toBe(404);
});

test('the number of pictures is held against the median of the last five released visits, which are counted once', async () => {
  const some = async (from: number, many: number) =>
    Object.fromEntries(
      await Promise.all(Array.from({ length: many }, async (_, at) => [`${at}.jpg`, await ground(from + at, 200)])),
    );
  for (const [index, many] of [9, 4, 4, 6, 4, 5].entries()) await released(await some(20, many), `2026-01-1${index}`);
  // As if from before there were checks.
  await sql`delete from jobs`.execute(testApp.database.query);
  const few = await visit(await some(30, 1));
  const enough = await visit(await some(30, 2));
  await lane().runDue();
  const found = await check(few, 'count');
  expect([found.verdict, found.evidence]).toEqual([
    'differs',
    '1 picture; the last 5 released visits had a median of 4.',
  ]);
  expect((await check(enough, 'count')).verdict).toBe('fits');
  expect(analyzed).toEqual(['0.jpg', '0.jpg', '1.jpg']);
});

test('a file that cannot be read is named as not checked, and the others are judged', async () => {
  const made = await visit({ 'a.jpg': await ground(40), 'b.jpg': Buffer.from('no picture at all') });
  await lane().runDue();
  const blur = await check(made, 'blurred');
  expect([blur.verdict, blur.pictures]).toEqual(['fits', []]);
  expect(blur.evidence).toContain('Not analysed: b.jpg.');
  expect((await read(made)).state).toBe('done');
});

test('a link that cannot be opened leaves pictures unchecked, and is no error', async () => {
  const made = await visit({});
  away = new MediaError('not_shared', 'This folder is not shared');
  await lane().runDue();
  const { state, checks } = await read(made);
  expect(state).toBe('done');
  expect(checks.find(({ name }) => name === 'blurred')).toMatchObject({
    verdict: 'notChecked',
    evidence: 'There are no pictures to look at.',
  });
});

test('a host that is away is asked again, and meanwhile the visit waits', async () => {
  const made = await visit({ 'a.jpg': await ground(41) });
  away = new MediaError('unreachable', 'It is away');
  await lane().runDue();
  expect((await read(made)).state).toBe('waiting');
  away = null;
  await sql`update jobs set run_at = now()`.execute(testApp.database.query);
  await lane().runDue();
  expect((await read(made)).state).toBe('done');
});

test('a replaced file is analysed again, and only that', async () => {
  const made = await visit({ 'a.jpg': await ground(42), 'b.jpg': await ground(43) });
  await lane().runDue();
  expect((await check(made, 'dark')).verdict).toBe('fits');
  put(
    made,
    'b.jpg',
    await sharp(await ground(44))
      .linear(0.15)
      .jpeg()
      .toBuffer(),
  );
  analyzed = [];
  await sql`update visit_checks set checked_at = now() - interval '11 minutes'`.execute(testApp.database.query);
  // Requesting outdated checks starts the work; what is known is returned meanwhile.
  expect((await read(made)).state).toBe('done');
  await lane().runDue();
  expect(analyzed).toEqual(['b.jpg']);
  expect(namesIn(await check(made, 'dark'))).toEqual(['b.jpg']);
});

test('whoever asks again and again adds one job, and none for what is fresh', async () => {
  const made = await visit({ 'a.jpg': await ground(45) });
  await lane().runDue();
  const jobs = async () =>
    (await sql`select 1 from jobs where kind = 'checkVisit'`.execute(testApp.database.query)).rows.length;
  await read(made);
  expect(await jobs()).toBe(0);
  await sql`update visit_checks set checked_at = now() - interval '11 minutes'`.execute(testApp.database.query);
  await Promise.all([read(made), read(made), read(made)]);
  expect(await jobs()).toBe(1);
});

test('links that were changed meanwhile are analysed, and what was found of the former ones counts for nothing', async () => {
  const made = await visit({ 'a.jpg': await ground(46) });
  const other = await visit({ 'x.jpg': await ground(47), 'y.jpg': await ground(48) });
  await lane().runDue();
  const body = { droneImagesUrl: `/media/folders/${other.path}` };
  await testApp.call(crew, `PATCH /api/sessions/${made.id}`, { body });
  expect((await read(made)).state).toBe('waiting');
  await lane().runDue();
  expect((await check(made, 'count')).evidence).toMatch(/^2 pictures/);
});

test('two processes at once end in the same, and what was analysed before one died is not analysed again', async () => {
  const made = await visit({ 'a.jpg': await ground(50), 'b.jpg': await ground(51), 'c.jpg': await ground(52) });
  beforeAnalysis = (name) => {
    if (name.endsWith('c.jpg')) throw new Error('It was killed');
  };
  await lane().runDue();
  expect((await read(made)).state).toBe('waiting');
  expect(analyzed).toEqual(['a.jpg', 'b.jpg']);
  [analyzed, beforeAnalysis] = [[], () => undefined];
  await sql`update jobs set run_at = now(), attempts = 0`.execute(testApp.database.query);
  await sql`insert into jobs (kind, payload) values ('checkVisit', ${JSON.stringify({ sessionId: made.id })}::jsonb)`.execute(
    testApp.database.query,
  );
  await Promise.all([lane().runDue(), lane().runDue()]);
  expect(new Set(analyzed)).toEqual(new Set(['c.jpg']));
  expect((await read(made)).state).toBe('done');
});

test('what was found of links is among the checks: broken ones differ, with the reason', async () => {
  const made = await visit({});
  const finding = { state: 'broken', reason: 'This folder is not shared', since: new Date().toISOString() };
  await sql`insert into link_health (session_id, record_id, findings, broken)
    select id, record_id, ${JSON.stringify({ droneImagesUrl: finding })}::jsonb, '[]'::jsonb from sessions where id = ${made.id}
    on conflict (session_id) do update set findings = excluded.findings`.execute(testApp.database.query);
  const links = await check(made, 'links');
  expect(links.verdict).toBe('differs');
  expect(links.evidence).toContain('Drone photos: This folder is not shared');
});

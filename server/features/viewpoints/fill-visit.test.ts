// Visits are filled automatically: what the job places, what it leaves to a person, and what it never touches.
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { LinkCheck, Media } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { PicturePair, SessionViewpoints } from '#contract/viewpoints/endpoints.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import type { Lane } from '#server/jobs/queue.ts';
import { addJob, createJobRunner } from '#server/jobs.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import type { MediaSource } from '#server/media/sources/source.ts';
import { createTestApp, opened, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { askDueVisits, createFiller } from './fill-visit.ts';
import { comparingJobs, placingJobs } from './jobs.ts';
import { likeliest } from './likeness.ts';

let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let project: number;
let site: number;
let count = 0;
let listed: string[] = [];
let away: MediaError | null = null;
/** On how many points pictures agree, by their names, as 'x.jpg 1.jpg'. */
let likeness: Record<string, number> = {};
let compared: string[] = [];
let broken: Error | null = null;
/** Set: the next listing blocks until it is released. */
let stop: Promise<void> | null = null;
let lane: Lane;
let startLane: () => Lane;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-fill-'));
  testApp = await createTestApp({ mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
  const local = createLocalSource({ demo: null, mediaRoot: join(folder, 'media') });
  const source: MediaSource = {
    async list(link, roots) {
      listed.push(link.id ?? '');
      if (away) throw away;
      const stopped = stop;
      stop = null;
      await stopped;
      return local.list(link, roots);
    },
  };
  const { database } = testApp;
  const write = createTransactionRunner(database, () => undefined);
  const filler = createFiller({ db: database.query, write, source, hosts: {}, likeness: compare });
  const handlers = { ...placingJobs(filler), ...comparingJobs(filler) };
  startLane = () => createJobRunner({ db: database.query, handlers, log: { error: () => undefined } });
  lane = startLane();
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  [listed, away, likeness, compared, broken, stop] = [[], null, {}, [], null, null];
  await sql`delete from jobs`.execute(testApp.database.query);
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  site = await testApp.make.site({ projectId: project, photographerId: crew.id });
  const body = { roots: [{ provider: 'local', root: `p${project}` }] };
  await testApp.call(admin, `PUT /api/projects/${project}/media-roots`, { body });
});

async function compare(one: { name: string }, other: { name: string }): Promise<number> {
  if (broken) throw broken;
  const pair = `${one.name} ${other.name}`;
  compared.push(pair);
  return likeness[pair] ?? 0;
}

/** Metres north of the site's corner; without it a picture has no position. */
type Shot = { name: string; north?: number; heading?: number };

async function take(path: string, { name, north, heading = 90 }: Shot): Promise<void> {
  const seconds = Math.round((6 * 3600 + 26 * 60 + 52 + ((north ?? 0) / 111_195) * 3600) * 10_000) - 23_160 * 10_000;
  const gps =
    north === undefined
      ? {}
      : {
          GPSLatitudeRef: 'N',
          GPSLatitude: `6/1 26/1 ${seconds}/10000`,
          GPSLongitudeRef: 'E',
          GPSLongitude: '3/1 28/1 1920/100',
          GPSImgDirection: `${heading}/1`,
        };
  const blank = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } });
  const exif = { IFD0: { Make: 'DJI', Model: 'FC300S' }, IFD2: { DateTimeOriginal: '2026:03:04 09:15:20' }, IFD3: gps };
  const file = join(folder, 'media', path, name);
  writeFileSync(file, await blank.withExif(exif).jpeg().toBuffer());
}

type Visit = { id: number; path: string };

async function visit(shots: (Shot | string)[], date = '2026-03-04'): Promise<Visit> {
  const path = `p${project}/v${++count}`;
  mkdirSync(join(folder, 'media', path), { recursive: true });
  for (const shot of shots) await take(path, typeof shot === 'string' ? { name: shot } : shot);
  const body = { projectId: project, siteId: site, captureDate: date, droneImagesUrl: `/media/folders/${path}` };
  return { id: ((await testApp.call(crew, 'POST /api/sessions', { body })).body as Session).id, path };
}

async function make(of: Visit, ...names: string[]): Promise<number[]> {
  const viewpoints = names.map((name) => ({
    mediaKind: 'drone',
    item: `local:${of.path}/${name}`,
    name,
    kind: 'photo',
  }));
  const answer = await testApp.call(admin, `POST /api/sessions/${of.id}/viewpoints`, { body: { viewpoints } });
  return (answer.body as SessionViewpoints).viewpoints.map(({ id }) => id);
}

function place(viewpoint: number, of: Visit, name: string | null) {
  const body = { mediaKind: 'drone', item: name && `local:${of.path}/${name}` };
  return testApp.call(admin, `PUT /api/viewpoints/${viewpoint}/pictures/${of.id}`, { body });
}

async function coverage({ id }: Visit): Promise<SessionViewpoints> {
  // A new address each time: the product hears of rows written here a moment later.
  return (await testApp.call(crew, `GET /api/sessions/${id}/viewpoints?n=${++count}`)).body as SessionViewpoints;
}

/** A visit's picture of each viewpoint, as '8.jpg name'; null for nothing. */
async function placedIn(of: Visit): Promise<(string | null)[]> {
  const { viewpoints } = await coverage(of);
  return viewpoints.map(({ picture }) => picture && `${picture.item.name} ${picture.placedBy}`);
}

test('a submitted visit has its pictures placed by name and position, and says until then that it is being analysed', async () => {
  const first = await visit([{ name: 'DJI_0002.JPG', north: 0 }, { name: 'gate.jpg' }]);
  await make(first, 'DJI_0002.JPG', 'gate.jpg');
  await lane.runDue();
  const second = await visit(
    [{ name: 'DJI_0102.JPG', north: 3, heading: 95 }, { name: 'DJI_0104.JPG', north: 60 }, 'Gate.JPG'],
    '2026-04-01',
  );
  expect((await coverage(second)).pending).toBe(true);
  await lane.runDue();
  expect((await coverage(second)).pending).toBe(false);
  expect(await placedIn(second)).toEqual(['DJI_0102.JPG position', 'Gate.JPG name']);
});

test('an edit that links elsewhere has the new pictures placed, an approval those that came since', async () => {
  await make(await visit(['a.jpg', 'b.jpg']), 'a.jpg', 'b.jpg');
  const second = await visit(['a.jpg']);
  await lane.runDue();
  const other = await visit(['b.jpg']);
  await testApp.call(crew, `PATCH /api/sessions/${second.id}`, {
    body: { droneImagesUrl: `/media/folders/${other.path}` },
  });
  await lane.runDue();
  expect(await placedIn(second)).toEqual([null, 'b.jpg name']);
  await take(other.path, { name: 'a.jpg' });
  await testApp.call(admin, `PUT /api/sessions/${second.id}/approve`, { body: {} });
  await lane.runDue();
  expect(await placedIn(second)).toEqual(['a.jpg name', 'b.jpg name']);
});

test('new viewpoints are looked for in the other visits of the site, the nearest in time first', async () => {
  const visits = [await visit(['a.jpg'], '2026-01-01'), await visit(['a.jpg'], '2026-05-01')];
  const first = await visit(['a.jpg'], '2026-02-01');
  await lane.runDue();
  listed = [];
  await make(first, 'a.jpg');
  await lane.runDue();
  const opened = listed.filter((path, at) => listed.indexOf(path) === at);
  expect(opened).toEqual([first, ...visits].map(({ path }) => path));
  for (const one of visits) expect(await placedIn(one)).toEqual(['a.jpg name']);
});

/** As before there were viewpoints: these visits were not analysed, and no analysis is queued. */
async function asBefore(...visits: Visit[]): Promise<void> {
  const ids = visits.map(({ id }) => id);
  const { query } = testApp.database;
  await sql`delete from picture_searches where session_id = any(${ids}::integer[])`.execute(query);
  await sql`delete from viewpoint_pictures where session_id = any(${ids}::integer[]) and placed_by <> 'hand'`.execute(
    query,
  );
  await sql`delete from picture_details where file = any(${visits.map(({ path }) => `local:${path}/a.jpg`)}::text[])`.execute(
    query,
  );
  await sql`delete from jobs`.execute(query);
}

/** The job that runs every minute. */
async function minutePasses(on = lane): Promise<void> {
  await addJob(testApp.database.query, { kind: 'placingDue', dedupeKey: 'every placingDue' });
  await sql`update jobs set run_at = now() where run_at < 'infinity'`.execute(testApp.database.query);
  await on.runDue();
}

const isPlaced = async (one: Visit) => (await placedIn(one))[0] === 'a.jpg name';

test('visits from before there were viewpoints are filled without being written, ten at a time, the newest first', async () => {
  const first = await visit(['a.jpg'], '2026-05-01');
  const older: Visit[] = [];
  for (let day = 10; day < 22; day++) older.unshift(await visit(['a.jpg'], `2026-02-${day}`));
  await make(first, 'a.jpg');
  await lane.runDue();
  await asBefore(...older);
  listed = [];
  await minutePasses();
  expect(listed).toEqual(older.slice(0, 10).map(({ path }) => path));
  await minutePasses();
  for (const one of older) expect(await isPlaced(one)).toBe(true);
  const { camera } = (await coverage(older[0] as Visit)).viewpoints[0]?.picture?.item ?? {};
  expect(camera, 'and their headers are read').toBe('DJI FC300S');
  await minutePasses();
  expect(listed, 'each once').toEqual(older.map(({ path }) => path));
});

test('of visits from before at places without viewpoints the headers are read, once, after those of places with some', async () => {
  const without = await visit(['a.jpg'], '2026-06-01');
  await lane.runDue();
  const other = await testApp.make.site({ projectId: project, photographerId: crew.id });
  await sql`update sessions set site_id = ${other} where id = ${without.id}`.execute(testApp.database.query);
  const first = await visit(['a.jpg']);
  await make(first, 'a.jpg');
  await lane.runDue();
  await asBefore(first, without);
  listed = [];
  await minutePasses();
  await minutePasses();
  expect(listed).toEqual([first, without].map(({ path }) => path));
  const { items } = (await testApp.call(admin, `GET /api/sessions/${without.id}/media/drone`)).body as Media;
  expect(items[0]).toMatchObject({ camera: 'DJI FC300S', capturedAt: '2026-03-04T09:15:20' });
});

test('removed visits, those of removed projects and those without pictures are never due', async () => {
  const [first, removed] = [await visit(['a.jpg']), await visit(['a.jpg'])];
  const body = {
    projectId: project,
    siteId: site,
    captureDate: '2026-03-04',
    videoUrl: 'https://youtu.be/dQw4w9WgXcQ',
  };
  await testApp.call(crew, 'POST /api/sessions', { body });
  await lane.runDue();
  await asBefore(first, removed);
  await testApp.call(admin, `DELETE /api/sessions/${removed.id}`);
  listed = [];
  await minutePasses();
  expect(listed).toEqual([first.path]);
  await asBefore(first);
  await testApp.call(admin, `DELETE /api/projects/${project}`);
  listed = [];
  await minutePasses();
  expect(listed).toEqual([]);
});

test('while fifty visits wait to be tried again, no older ones are asked about', async () => {
  const older = await visit(['a.jpg']);
  await lane.runDue();
  await asBefore(older);
  listed = [];
  await sql`insert into jobs (kind, payload, run_at) select 'placePictures', json_build_object('sessionId', -n), now() + interval '1 hour'
    from generate_series(1, 50) n`.execute(testApp.database.query);
  await askDueVisits(testApp.database.query);
  await lane.runDue();
  expect(listed).toEqual([]);
  await sql`delete from jobs where payload ->> 'sessionId' = '-50'`.execute(testApp.database.query);
  await askDueVisits(testApp.database.query);
  await lane.runDue();
  expect(listed).toEqual([older.path]);
});

test('what a hand chose in a visit from before stays', async () => {
  const [a = 0, b = 0] = await make(await visit(['a.jpg', 'b.jpg', 'c.jpg']), 'a.jpg', 'b.jpg', 'c.jpg');
  const older = await visit(['a.jpg', 'b.jpg', 'c.jpg'], '2026-01-05');
  await lane.runDue();
  await place(a, older, 'b.jpg');
  await place(b, older, null);
  await asBefore(older);
  await minutePasses();
  expect(await placedIn(older)).toEqual(['b.jpg hand', null, 'c.jpg name']);
});

test('a process that dies in the middle leaves the older visits to another, and each is filled once', async () => {
  const older = [await visit(['a.jpg'], '2026-01-01'), await visit(['a.jpg'], '2026-01-02')];
  await make(await visit(['a.jpg']), 'a.jpg');
  await lane.runDue();
  await asBefore(...older);
  const sleeper = new EventEmitter();
  stop = once(sleeper, 'wake').then(() => undefined);
  listed = [];
  const dead = minutePasses(startLane());
  await vi.waitUntil(() => listed.length === 1);
  // Its lease has expired.
  await minutePasses();
  for (const one of older) expect(await isPlaced(one)).toBe(true);
  sleeper.emit('wake');
  await dead;
  await minutePasses();
  for (const one of older) expect(await isPlaced(one)).toBe(true);
  expect(listed.length, 'twice only what was left in the middle').toBe(3);
});

test('of two processes each older visit is analysed by one', async () => {
  const older: Visit[] = [];
  for (let day = 10; day < 16; day++) older.push(await visit(['a.jpg'], `2026-01-${day}`));
  await make(await visit(['a.jpg']), 'a.jpg');
  await lane.runDue();
  await asBefore(...older);
  listed = [];
  await askDueVisits(testApp.database.query);
  const done = await Promise.all([lane.runDue(), startLane().runDue()]);
  expect(done.every((count) => count > 0)).toBe(true);
  expect(listed.toSorted()).toEqual(older.map(({ path }) => path).toSorted());
});

test('a viewpoint that is brought back is looked for in the visits of meanwhile', async () => {
  const [a = 0] = await make(await visit(['a.jpg']), 'a.jpg');
  await testApp.call(admin, `PATCH /api/viewpoints/${a}`, { body: { retired: true } });
  const second = await visit(['a.jpg']);
  await lane.runDue();
  await minutePasses();
  expect(await placedIn(second)).toEqual([]);
  await testApp.call(admin, `PATCH /api/viewpoints/${a}`, { body: { retired: false } });
  await minutePasses();
  expect(await isPlaced(second)).toBe(true);
});

test('a visit that was analysed before its place had viewpoints, and beyond those that are asked at once, is due', async () => {
  const older = await visit(['a.jpg'], '2020-01-01');
  await lane.runDue();
  await make(await visit(['a.jpg']), 'a.jpg');
  // As if two hundred were nearer in time.
  await sql`delete from jobs where payload ->> 'sessionId' = ${String(older.id)}`.execute(testApp.database.query);
  await lane.runDue();
  expect(await isPlaced(older)).toBe(false);
  await minutePasses();
  expect(await isPlaced(older)).toBe(true);
});

test('what a hand chose no machine changes', async () => {
  const [a = 0, b = 0] = await make(await visit(['a.jpg', 'b.jpg', 'c.jpg']), 'a.jpg', 'b.jpg', 'c.jpg');
  const second = await visit(['a.jpg', 'b.jpg', 'c.jpg']);
  await place(a, second, 'b.jpg');
  await place(b, second, null);
  await lane.runDue();
  expect(await placedIn(second)).toEqual(['b.jpg hand', null, 'c.jpg name']);
  await testApp.call(admin, `PUT /api/sessions/${second.id}/approve`, { body: {} });
  await lane.runDue();
  expect(await placedIn(second)).toEqual(['b.jpg hand', null, 'c.jpg name']);
});

test('pictures that nothing tells apart wait for a person, who places one with a tap', async () => {
  const [a = 0] = await make(await visit([{ name: 'x.jpg', north: 0 }]), 'x.jpg');
  const second = await visit([
    { name: '1.jpg', north: 1 },
    { name: '2.jpg', north: 2 },
    { name: '3.jpg', north: 80 },
  ]);
  await lane.runDue();
  const { toPlace, viewpoints } = await coverage(second);
  expect(viewpoints.map(({ picture }) => picture)).toEqual([null]);
  const candidates = [{ viewpointId: a, by: 'position' }];
  expect(toPlace.map(({ item, candidates: found }) => [item.name, found])).toEqual([
    ['1.jpg', candidates],
    ['2.jpg', candidates],
  ]);
  const answer = await place(a, second, '2.jpg');
  expect((answer.body as SessionViewpoints).toPlace).toEqual([]);
  await place(a, second, null);
  expect((await coverage(second)).toPlace).toEqual([]);
});

test('likeness places what neither name nor position could', async () => {
  await make(await visit(['x.jpg', 'gate.jpg']), 'x.jpg', 'gate.jpg');
  await lane.runDue();
  const second = await visit(['1.jpg', '2.jpg', 'gate.jpg']);
  likeness = { 'x.jpg 2.jpg': 200, 'x.jpg 1.jpg': 40 };
  await lane.runDue();
  expect(await placedIn(second)).toEqual(['2.jpg picture', 'gate.jpg name']);
  // Neither a matched name nor a filled viewpoint is compared with anything.
  expect(compared.sort()).toEqual(['x.jpg 1.jpg', 'x.jpg 2.jpg']);
});

test('names and positions are placed before likeness is asked, and the visit says that it is being analysed until then', async () => {
  await make(await visit(['x.jpg', 'gate.jpg']), 'x.jpg', 'gate.jpg');
  await lane.runDue();
  const second = await visit(['1.jpg', 'gate.jpg']);
  broken = new Error('The server ends');
  await lane.runDue();
  expect(await placedIn(second)).toEqual([null, 'gate.jpg name']);
  expect((await coverage(second)).pending).toBe(true);
  broken = null;
  likeness = { 'x.jpg 1.jpg': 99 };
  await sql`update jobs set run_at = now()`.execute(testApp.database.query);
  await lane.runDue();
  expect(await placedIn(second)).toEqual(['1.jpg picture', 'gate.jpg name']);
  expect((await coverage(second)).pending).toBe(false);
});

test('of many pictures those about as far along as the viewpoint are compared, sixty in all', () => {
  const pictures = Array.from({ length: 100 }, (_, nth) => nth);
  expect(likeliest(pictures, 0, 3)).toEqual([0, 1, 2]);
  expect(likeliest(pictures, 0.5, 4).sort((a, b) => a - b)).toEqual([48, 49, 50, 51]);
  expect(likeliest(pictures, 1, 2).sort((a, b) => a - b)).toEqual([98, 99]);
  expect(likeliest([], 0.5, 4)).toEqual([]);
});

test('a retired viewpoint is filled no more', async () => {
  const [a = 0] = await make(await visit(['a.jpg']), 'a.jpg');
  await testApp.call(admin, `PATCH /api/viewpoints/${a}`, { body: { retired: true } });
  const second = await visit(['a.jpg']);
  await lane.runDue();
  expect((await coverage(second)).viewpoints).toEqual([]);
});

test('a picture that is gone loses its place, unless it was chosen manually; a replaced one gets a new address', async () => {
  const [a = 0] = await make(await visit(['a.jpg', 'b.jpg']), 'a.jpg', 'b.jpg');
  const second = await visit(['a.jpg', 'b.jpg']);
  await lane.runDue();
  const before = (await coverage(second)).viewpoints[1]?.picture?.item.imageUrl;
  unlinkSync(join(folder, 'media', second.path, 'a.jpg'));
  await take(second.path, { name: 'b.jpg', north: 5 });
  await testApp.call(crew, `PATCH /api/sessions/${second.id}`, { body: { notes: 'N' } });
  const neighbours = sql`from jobs where kind = 'alignNeighbours'`;
  await sql`delete ${neighbours}`.execute(testApp.database.query);
  await lane.runDue();
  expect(await placedIn(second)).toEqual([null, 'b.jpg name']);
  const asked = await sql`select 1 ${neighbours}`.execute(testApp.database.query);
  expect(asked.rows.length, 'the new bytes are aligned with the neighbour in advance').toBe(1);
  expect((await coverage(second)).viewpoints[1]?.picture?.item.imageUrl).not.toBe(before);
  const third = await visit(['a.jpg', 'b.jpg']);
  await place(a, third, 'b.jpg');
  unlinkSync(join(folder, 'media', third.path, 'b.jpg'));
  await lane.runDue();
  expect((await placedIn(third))[0]).toBe('b.jpg hand');
});

test('a host that is busy is asked again, one that refuses is let be', async () => {
  await make(await visit(['a.jpg']), 'a.jpg');
  const second = await visit(['a.jpg']);
  away = new MediaError('busy', 'Busy');
  await lane.runDue();
  expect((await coverage(second)).pending).toBe(true);
  away = null;
  await sql`update jobs set run_at = now()`.execute(testApp.database.query);
  await lane.runDue();
  expect(await placedIn(second)).toEqual(['a.jpg name']);
  const third = await visit(['a.jpg']);
  away = new MediaError('not_found', 'Gone');
  await lane.runDue();
  expect([await placedIn(third), (await coverage(third)).pending]).toEqual([[null], false]);
});

test('a folder that cannot be opened for a while takes no picture from its place', async () => {
  await make(await visit(['a.jpg']), 'a.jpg');
  const second = await visit(['a.jpg']);
  await lane.runDue();
  away = new MediaError('not_shared', 'Not shared');
  await testApp.call(crew, `PATCH /api/sessions/${second.id}`, { body: { notes: 'N' } });
  await lane.runDue();
  expect(await placedIn(second)).toEqual(['a.jpg name']);
});

test('a visit that moved to another site has its pictures placed among the viewpoints there', async () => {
  const elsewhere = await testApp.make.site({ projectId: project, photographerId: crew.id });
  const first = await visit(['a.jpg']);
  await make(first, 'a.jpg');
  const other = await visit(['a.jpg']);
  await testApp.call(admin, `PATCH /api/sessions/${other.id}`, { body: { siteId: elsewhere } });
  await make(other, 'a.jpg');
  await lane.runDue();
  await testApp.call(admin, `PATCH /api/sessions/${first.id}`, { body: { siteId: elsewhere } });
  await lane.runDue();
  expect(await placedIn(first)).toEqual(['a.jpg name']);
});

test('a visit that was removed or moved meanwhile is left alone', async () => {
  const [a = 0] = await make(await visit(['a.jpg']), 'a.jpg');
  const second = await visit(['a.jpg']);
  await testApp.call(admin, `DELETE /api/sessions/${second.id}`);
  await lane.runDue();
  const found = await testApp.database.query
    .selectFrom('viewpoint_pictures')
    .select('session_id')
    .where('viewpoint_id', '=', a)
    .execute();
  expect(found.map((row) => row.session_id)).not.toContain(second.id);
});

test('every photo says when and with which camera it was taken; where, only to admins and its photographer', async () => {
  const first = await visit([{ name: 'a.jpg', north: 0 }]);
  const [a = 0] = await make(first, 'a.jpg');
  await testApp.call(admin, `PUT /api/sessions/${first.id}/approve`, { body: {} });
  await lane.runDue();
  const said = async (who: TestPerson) => {
    const { items } = (await testApp.call(who, `GET /api/sessions/${first.id}/media/drone?n=${++count}`)).body as Media;
    const { pictures } = (await testApp.call(who, `GET /api/viewpoints/${a}?n=${++count}`)).body as {
      pictures: { item: Media['items'][number] }[];
    };
    return [items[0], pictures[0]?.item].map((item) => [item?.capturedAt, item?.camera, item?.place?.heading]);
  };
  const crewReads = ['2026-03-04T09:15:20', 'DJI FC300S', 90];
  for (const who of [admin, crew]) expect(await said(who)).toEqual([crewReads, crewReads]);
  const clientReads = ['2026-03-04T09:15:20', 'DJI FC300S', undefined];
  expect(await said(client)).toEqual([clientReads, clientReads]);
});

test('a header is read once for each version of a file', async () => {
  const first = await visit([{ name: 'a.jpg', north: 0 }]);
  await lane.runDue();
  const readAt = async () => {
    const found = await sql<{ at: string; n: number }>`select max(read_at) as at, count(*) as n from picture_details
      where file = ${`local:${first.path}/a.jpg`}`.execute(testApp.database.query);
    return [found.rows[0]?.at, found.rows[0]?.n];
  };
  const before = await readAt();
  await testApp.call(admin, `PUT /api/sessions/${first.id}/approve`, { body: {} });
  await lane.runDue();
  expect(await readAt()).toEqual(before);
});

/** The viewpoints reported by the check of a link: '1 a.jpg', with - if missing. */
async function checked(path: string, more: object = { siteId: site }): Promise<string[] | undefined> {
  const body = { projectId: project, kind: 'drone', url: `/media/folders/${path}`, ...more };
  const { coverage: found } = (await testApp.call(crew, 'POST /api/links/check', { body })).body as LinkCheck;
  return found?.map(({ position, name, isCovered }) => `${isCovered ? '' : '-'}${position} ${name}`);
}

test('a link that is checked says which viewpoints of the site its files cover, by name and position', async () => {
  await make(
    await visit([{ name: 'a.jpg' }, { name: 'b.jpg', north: 0 }, { name: 'c.jpg' }]),
    'a.jpg',
    'b.jpg',
    'c.jpg',
  );
  await lane.runDue();
  const path = `p${project}/new${++count}`;
  mkdirSync(join(folder, 'media', path), { recursive: true });
  for (const shot of [{ name: 'A.JPG' }, { name: 'DJI_0007.JPG', north: 2 }, { name: 'DJI_0008.JPG', north: 3 }])
    await take(path, shot);
  expect(await checked(path)).toEqual(['1 a.jpg', '2 b.jpg', '-3 c.jpg']);
  expect(await checked(path, {})).toBeUndefined();
  expect(await checked(path, { siteId: site, kind: 'indoor' })).toBeUndefined();
  expect(await checked(path, { siteId: null })).toBeUndefined();
});

test('a link cannot be checked for a site of another project', async () => {
  const other = await testApp.make.site({
    projectId: await testApp.make.project({ clientId: client.id, createdBy: admin.id }),
  });
  const body = { projectId: project, siteId: other, kind: 'drone', url: '/media/folders/x' };
  const answer = await testApp.call(crew, 'POST /api/links/check', { body });
  expect([answer.status, (answer.body as { issues: { path: string }[] }).issues[0]?.path]).toEqual([400, 'siteId']);
});

async function pairsFor(who: TestPerson, own: Visit, other: Visit): Promise<string[] | number> {
  const query = `with=${other.id}&kind=drone&otherKind=drone&n=${++count}`;
  const { status, body } = await testApp.call(who, `GET /api/sessions/${own.id}/pairs?${query}`);
  const nameOf = (id: string) => opened(id).split('/').at(-1);
  const { pairs } = body as { pairs: PicturePair[] };
  return status === 200 ? pairs.map((pair) => `${nameOf(pair.own)} ${nameOf(pair.other)} ${pair.by}`) : status;
}

test('the pictures of two visits are paired by viewpoint, position, alignment and name', async () => {
  const names = ['gate.jpg', 'DJI_0002.JPG', 'roof.jpg', 'x.jpg'];
  const [gate, dji = '', roof, x] = names;
  const may = await visit([{ name: gate as string }, { name: dji, north: 40 }, roof as string, x as string]);
  const [viewpoint = 0] = await make(may, gate as string);
  const june = await visit([
    { name: '9.jpg' },
    { name: 'DJI_0102.JPG', north: 41 },
    { name: 'DJI_0104.JPG', north: 90 },
    '8.jpg',
    'X.JPG',
  ]);
  await place(viewpoint, june, '9.jpg');
  await lane.runDue();
  const versions = await testApp.database.query.selectFrom('picture_details').select(['file', 'version']).execute();
  const versionOf = (file: string) => versions.find((one) => one.file === file)?.version;
  const [older, newer] = [`local:${june.path}/8.jpg`, `local:${may.path}/${roof}`];
  await sql`insert into alignments (older_file, older_version, newer_file, newer_version, by_hand, matrix, inliers)
    values (${older}, ${versionOf(older)}, ${newer}, ${versionOf(newer)}, false, array[1,0,0,0,1,0,0,0,1], 90)`.execute(
    testApp.database.query,
  );
  const pairs = (await pairsFor(crew, may, june)) as string[];
  expect(pairs.slice(0, 4)).toEqual([
    'gate.jpg 9.jpg viewpoint',
    'DJI_0002.JPG DJI_0102.JPG position',
    'roof.jpg 8.jpg picture',
    'x.jpg X.JPG name',
  ]);
  expect(await pairsFor(client, may, june)).toBe(404);
});

test('a client’s pairs hold released pictures only', async () => {
  const [first, second] = [await visit(['a.jpg', 'b.jpg']), await visit(['a.jpg', 'b.jpg'])];
  for (const { id } of [first, second]) await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {} });
  await take(second.path, { name: 'c.jpg' });
  expect(await pairsFor(client, first, second)).toEqual(['a.jpg a.jpg name', 'b.jpg b.jpg name']);
  expect((await pairsFor(crew, first, second)) as string[]).toContain('b.jpg c.jpg order');
});

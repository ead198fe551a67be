// The claims about what pages for guests show and in which order: a project's picture, then and now, its line of time, and what follows.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spread } from '#server/features/sharing/reports/words.ts';
import { videoBox, videoContents } from '#server/test-support/files/made-files.ts';
import { scene } from '#server/test-support/files/scenes.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { maxFilmed } from './film.ts';

const origin = { origin: 'http://progress.example.org' };
const frame = { left: 60, top: 60, width: 600, height: 450 };

let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
let crew: TestPerson;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-shown-'));
  for (const visit of ['one', 'two', 'three']) {
    mkdirSync(join(folder, 'media/site', visit), { recursive: true });
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg'])
      writeFileSync(join(folder, 'media/site', visit, name), await scene(1, frame));
  }
  mkdirSync(join(folder, 'media/site/films'));
  writeFileSync(
    join(folder, 'media/site/films/flight.mp4'),
    Buffer.concat([videoContents('avc1'), videoBox('mdat', Buffer.alloc(1024, 1))]),
  );
  testApp = await createTestApp({
    publicUrl: origin.origin,
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
  });
  admin = await testApp.person('admin');
  client = await testApp.person('client');
  crew = await testApp.person('photographer');
}, 60_000);
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

async function send<Body>(by: TestPerson, what: string, body: object = {}): Promise<Body> {
  const answer = await testApp.call(by, what, { headers: origin, body });
  expect([what, answer.status < 300 ? 200 : answer.body]).toEqual([what, 200]);
  return answer.body as Body;
}

type Place = { projectId: number; siteId: number };
async function place(name = 'Marina Heights', siteName = 'North tower'): Promise<Place> {
  const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name });
  const siteId = await testApp.make.site({ projectId, photographerId: crew.id, name: siteName });
  await send(admin, `PUT /api/projects/${projectId}/media-roots`, { roots: [{ provider: 'local', root: 'site' }] });
  return { projectId, siteId };
}

async function submit(at: Place, captureDate: string, fields: object): Promise<number> {
  return (await send<{ id: number }>(crew, 'POST /api/sessions', { ...at, captureDate, ...fields })).id;
}

async function visit(at: Place, captureDate: string, fields: object = {}): Promise<number> {
  const id = await submit(at, captureDate, fields);
  await send(admin, `PUT /api/sessions/${id}/approve`);
  return id;
}

const flown = (name: string) => ({ droneImagesUrl: `/media/folders/site/${name}` });
const drone = (visitName: string, file: string) => ({ mediaKind: 'drone', item: `local:site/${visitName}/${file}` });

async function viewpoint(sessionId: number, name: string, picture: ReturnType<typeof drone>): Promise<number> {
  const body = { viewpoints: [{ ...picture, name, kind: 'photo' }] };
  type Made = { viewpoints: { id: number; name: string }[] };
  const made = await send<Made>(admin, `POST /api/sessions/${sessionId}/viewpoints`, body);
  return made.viewpoints.find((one) => one.name === name)?.id ?? 0;
}

async function share({ projectId }: Place, body: object = {}): Promise<string> {
  const asked = { scope: 'project', recipient: 'The bank', ...body };
  return (await send<{ path: string }>(client, `POST /api/projects/${projectId}/share-links`, asked)).path;
}

async function page(url: string): Promise<string> {
  const answer = await testApp.app.inject({ url });
  expect([url, answer.statusCode]).toEqual([url, 200]);
  return answer.body;
}

/** Where each of these stands, in their order. */
function expectInOrder(markup: string, parts: readonly string[]): void {
  const found = parts.map((part) => [part, markup.indexOf(part)] as const);
  expect(found.filter(([, at]) => at < 0)).toEqual([]);
  expect(found.map(([part]) => part)).toEqual(found.toSorted(([, a], [, b]) => a - b).map(([part]) => part));
}

const dayBefore = (days: number) => new Date(Date.now() + 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
const momentsOf = (markup: string) => markup.match(/<li class="moment/g)?.length ?? 0;
const pairOf = (markup: string) => /<div class="pair[\s\S]*?<\/section>/.exec(markup)?.[0] ?? '';
const altsOf = (markup: string) => [...markup.matchAll(/alt="(Picture of [^"]+)"/g)].map(([, alt]) => alt);

test('a shared project opens with its newest picture from above, then then and now, all visits, stages, films and notes, and ends with who made it', async () => {
  const at = await place();
  const first = await visit(at, '2026-01-10', { ...flown('one'), notes: 'Pegs are set' });
  const second = await visit(at, dayBefore(6), {
    ...flown('two'),
    notes: 'The roof is <on>',
    phase: 'roofing',
    videoUrl: '/media/folders/site/films',
  });
  const gate = await viewpoint(first, 'Gate', drone('one', 'a.jpg'));
  await send(admin, `PUT /api/viewpoints/${gate}/pictures/${second}`, drone('two', 'a.jpg'));
  const stages = ['Foundation', 'Roof'].map((name) => ({ name, criteria: [{ text: 'Done' }], wanted: [] }));
  await send(admin, `PUT /api/projects/${at.projectId}/stages`, { stages });
  const markup = await page(await share(at));
  expectInOrder(markup, [
    'class="opening"',
    'The site from above',
    '<h1 class="name"><bdi>Marina Heights</bdi></h1>',
    'North tower',
    'Foundation · 0 of 2 stages confirmed',
    'Last visit 6 days ago',
    '<h2>Then and now</h2>',
    'Gate',
    'class="pair over swipe"',
    '<h2>Visit after visit</h2>',
    'class="moments"',
    'class="ruler"',
    '<h2>Stages</h2>',
    '<h2>Videos</h2>',
    '<video',
    '<h2>Notes</h2>',
    'The roof is &lt;on&gt;',
    'Pegs are set',
    'Documented by Topout',
    '2 visits since January 10, 2026',
    'Shared with <bdi>The bank</bdi>',
    'This link ends on',
  ]);
  expect(momentsOf(markup)).toBe(2);
  expect(markup).toContain(`/visits/${second}"`);
});

test('then and now is of the viewpoint whose pictures lie furthest apart, as released, and of none that is retired', async () => {
  const at = await place();
  const [one, two, three] = [
    await visit(at, '2026-01-10', flown('one')),
    await visit(at, '2026-03-10', flown('two')),
    await visit(at, '2026-05-10', flown('three')),
  ];
  const short = await viewpoint(two, 'Short', drone('two', 'b.jpg'));
  await send(admin, `PUT /api/viewpoints/${short}/pictures/${three}`, drone('three', 'b.jpg'));
  const long = await viewpoint(one, 'Long', drone('one', 'a.jpg'));
  await send(admin, `PUT /api/viewpoints/${long}/pictures/${three}`, drone('three', 'a.jpg'));
  const path = await share(at);
  const days = async () => altsOf(pairOf(await page(path)));
  expect(await days()).toEqual(['Picture of January 10, 2026', 'Picture of May 10, 2026']);
  const later = await submit(at, '2026-06-10', flown('two'));
  await send(admin, `PUT /api/viewpoints/${long}/pictures/${later}`, drone('two', 'a.jpg'));
  expect(await days()).toEqual(['Picture of January 10, 2026', 'Picture of May 10, 2026']);
  type Found = { id: number; name: string; version: number };
  const found = (await testApp.call(admin, `GET /api/projects/${at.projectId}/viewpoints`)).body as Found[];
  const version = found.find(({ id }) => id === long)?.version;
  await send(admin, `PATCH /api/viewpoints/${long}`, { retired: true, version });
  expect(await days()).toEqual(['Picture of March 10, 2026', 'Picture of May 10, 2026']);
});

test('the alignment that a pair needs is asked for once, however often and by however many links a page is opened', async () => {
  const at = await place();
  const [one, two] = [await visit(at, '2026-01-10', flown('one')), await visit(at, '2026-03-10', flown('two'))];
  const gate = await viewpoint(one, 'Gate', drone('one', 'b.jpg'));
  await send(admin, `PUT /api/viewpoints/${gate}/pictures/${two}`, drone('two', 'b.jpg'));
  const clear = () => sql`delete from jobs where kind = 'alignNeighbours'`.execute(testApp.database.query);
  const jobs = async () =>
    (await sql`select 1 from jobs where kind = 'alignNeighbours'`.execute(testApp.database.query)).rows;
  await clear();
  const paths = [await share(at), await share(at)];
  for (const path of [...paths, ...paths]) await page(path);
  expect(await jobs()).toHaveLength(1);
  // As after a job that found nothing: it is not asked for again at once.
  await clear();
  for (const path of paths) await page(path);
  expect(await jobs()).toHaveLength(0);
  expect(pairOf(await page(paths[0] ?? ''))).not.toContain('data-warp');
  await sql`insert into alignments (older_file, older_version, newer_file, newer_version, by_hand, matrix, inliers, links, settled)
    select a.file, a.file_version, b.file, b.file_version, false, ${[1, 0, 0.1, 0, 1, 0, 0, 0, 1]}::double precision[], 90, 1, true
    from viewpoint_pictures a, viewpoint_pictures b where a.viewpoint_id = ${gate} and b.viewpoint_id = ${gate}
      and a.session_id = ${one} and b.session_id = ${two}`.execute(testApp.database.query);
  expect(pairOf(await page(paths[0] ?? ''))).toContain('data-warp');
});

type Film = { place: string[]; pictures: { captureDate: string; path: string; matrix: number[] | null }[] };

/** Three visits with a picture of one viewpoint each, and its number. */
async function filmed(at: Place): Promise<{ gate: number; visits: number[] }> {
  const visits: number[] = [];
  for (const [day, name] of [
    ['2026-01-10', 'one'],
    ['2026-03-10', 'two'],
    ['2026-05-10', 'three'],
  ] as const)
    visits.push(await visit(at, day, flown(name)));
  const [one = 0, two, three] = visits;
  const gate = await viewpoint(one, 'Gate', drone('one', 'c.jpg'));
  await send(admin, `PUT /api/viewpoints/${gate}/pictures/${two}`, drone('two', 'c.jpg'));
  await send(admin, `PUT /api/viewpoints/${gate}/pictures/${three}`, drone('three', 'c.jpg'));
  return { gate, visits };
}

async function alignPictures(viewpointId: number, [older, newer]: readonly number[], matrix: number[] | null) {
  await sql`insert into alignments (older_file, older_version, newer_file, newer_version, by_hand, matrix, inliers, links, settled)
    select a.file, a.file_version, b.file, b.file_version, false, ${matrix}::double precision[], 90, 1, true
    from viewpoint_pictures a, viewpoint_pictures b where a.viewpoint_id = ${viewpointId} and b.viewpoint_id = ${viewpointId}
      and a.session_id = ${older} and b.session_id = ${newer}
    on conflict do nothing`.execute(testApp.database.query);
}

async function filmAt(path: string): Promise<{ status: number; film: Film }> {
  const { statusCode, body } = await testApp.app.inject({ url: `${path}/film.json` });
  return { status: statusCode, film: JSON.parse(body) };
}

test('a video is offered where a link allows downloads: its pictures, oldest first, lie on the newest as far as that is known', async () => {
  const at = await place();
  const { gate, visits } = await filmed(at);
  await sql`delete from alignments`.execute(testApp.database.query);
  await alignPictures(gate, visits.slice(1), [1, 0, 0.02, 0, 1, 0, 0, 0, 1]);
  await alignPictures(gate, visits.slice(0, 2), [1, 0, 0.05, 0, 1, 0, 0, 0, 1]);
  const jobs = async () =>
    (await sql`select 1 from jobs where kind like 'align%'`.execute(testApp.database.query)).rows;
  for (const [body, names] of [
    [{ downloads: true }, ['Marina Heights', 'Gate']],
    [{ scope: 'viewpoint', viewpointId: gate, downloads: true }, ['Marina Heights', 'North tower', 'Gate']],
  ] as const) {
    const path = await share(at, body);
    expect(await page(path)).toContain(`data-film="${path}/film.json" hidden=""`);
    const before = (await jobs()).length;
    const { status, film } = await filmAt(path);
    expect(await jobs(), 'its pairs are known').toHaveLength(before);
    expect([status, film.place]).toEqual([200, names]);
    expect(film.pictures.map(({ captureDate }) => captureDate)).toEqual(['2026-01-10', '2026-03-10', '2026-05-10']);
    expect(film.pictures.map(({ matrix }) => matrix?.[2] ?? null)).toEqual([0.07, 0.02, null]);
    for (const picture of film.pictures) {
      expect(picture.path).not.toMatch(/site|c\.jpg/);
      expect((await testApp.app.inject({ url: `${picture.path}/s400` })).statusCode).toBe(200);
    }
  }
});

test('what a video misses of neighbouring pictures is asked for once', async () => {
  const at = await place();
  await filmed(at);
  const clear = () => sql`delete from jobs where kind like 'align%'`.execute(testApp.database.query);
  const jobs = async () =>
    (await sql`select 1 from jobs where kind like 'align%'`.execute(testApp.database.query)).rows;
  await clear();
  await sql`delete from alignments`.execute(testApp.database.query);
  const path = await share(at, { downloads: true });
  for (let nth = 0; nth < 3; nth++)
    expect((await filmAt(path)).film.pictures.map(({ matrix }) => matrix)).toEqual([null, null, null]);
  expect(await jobs()).toHaveLength(2);
  await clear();
  await filmAt(await share(at, { downloads: true }));
  expect(await jobs()).toHaveLength(0);
});

test('without downloads, with two pictures, for other scopes and in frames no video is offered, and what it needs is not there', async () => {
  const at = await place();
  const { gate, visits } = await filmed(at);
  const two = await viewpoint(visits[0] ?? 0, 'Yard', drone('one', 'b.jpg'));
  await send(admin, `PUT /api/viewpoints/${two}/pictures/${visits[1]}`, drone('two', 'b.jpg'));
  const embedSites = ['https://www.example.com'];
  for (const body of [
    {},
    { scope: 'viewpoint', viewpointId: gate },
    { scope: 'viewpoint', viewpointId: two, downloads: true },
    { scope: 'session', sessionId: visits[0], downloads: true },
    { scope: 'comparison', sessionId: visits[0], otherSessionId: visits[1], downloads: true },
  ]) {
    const path = await share(at, body);
    expect(await page(path)).not.toContain('data-film');
    expect((await filmAt(path)).status).toBe(404);
  }
  const path = await share(at, { downloads: true, embedSites });
  expect(await page(path)).toContain('data-film');
  expect(await page(`${path}/embed`)).not.toContain('data-film');
  expect((await filmAt(path)).status).toBe(200);
  await send(
    admin,
    `PUT /api/sessions/${visits[2]}/media/drone/${encodeURIComponent('local:site/three/c.jpg')}/taken-back`,
    {
      reason: 'A face',
    },
  );
  expect((await filmAt(path)).status, 'two are left').toBe(404);
});

test('a page plays what it made, and only where it makes videos', async () => {
  const at = await place();
  await filmed(at);
  const policyOf = async (body: object) => {
    const { headers } = await testApp.app.inject({ url: await share(at, body) });
    return String(headers['content-security-policy']);
  };
  expect(await policyOf({ downloads: true })).toContain("media-src 'self' blob:;");
  expect(await policyOf({})).toContain("media-src 'self';");
});

test('of many pictures a hundred are filmed, the first and the last among them', () => {
  const all = Array.from({ length: 501 }, (_, nth) => nth);
  const some = spread(all, maxFilmed);
  expect([some.length, some[0], some.at(-1), new Set(some).size]).toEqual([100, 0, 500, 100]);
  expect(some).toEqual(some.toSorted((a, b) => a - b));
  expect(spread(all.slice(0, 100), maxFilmed)).toHaveLength(100);
});

test('a project with one visit has no ruler and no then and now, and one without any says what will be there', async () => {
  const at = await place();
  const path = await share(at);
  const empty = await page(path);
  expect(empty).toContain('Nothing has been released yet. Released visits appear here.');
  expect(empty).toContain('class="opening plain"');
  for (const part of ['/pictures/', 'Last visit', 'class="ruler"', 'data-show']) expect(empty).not.toContain(part);
  const id = await visit(at, '2026-01-10', flown('one'));
  await viewpoint(id, 'Gate', drone('one', 'a.jpg'));
  const single = await page(path);
  expect(momentsOf(single)).toBe(1);
  for (const part of ['class="ruler"', 'Then and now', 'data-show']) expect(single).not.toContain(part);
  expect(single).toContain('1 visit, on January 10, 2026');
});

test('a project of films alone shows them on a plain ground, and its visit says that it has no pictures', async () => {
  const at = await place();
  const id = await visit(at, '2026-01-10', { videoUrl: '/media/folders/site/films' });
  const path = await share(at);
  const markup = await page(path);
  expect(markup).toContain('class="opening plain"');
  expect(markup).toContain('No pictures of this visit');
  expect(markup).toMatch(/<video[^>]*aria-label="flight.mp4"/);
  expect(markup).not.toContain('poster=');
  expect(await page(`${path}/visits/${id}`)).toContain('<video');
  // Beside pictures one of the same visit stands in its place.
  const both = await visit(at, '2026-02-10', { ...flown('two'), videoUrl: '/media/folders/site/films' });
  expect(await page(`${path}/visits/${both}`)).toContain(`poster="${path}/pictures/${both}/drone/cover/s400"`);
});

test('all visits of a long project stand on its line of time, more than five hundred on further pages', async () => {
  const at = await place();
  const id = await visit(at, '2024-01-01', flown('one'));
  const { query } = testApp.database;
  const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'sessions' and column_name not in ('id', 'released_capture_date') and is_generated = 'NEVER'`.execute(
    query,
  );
  const names = sql.join(columns.rows.map(({ name }) => sql.ref(name)));
  await sql`insert into sessions (${names}, released_capture_date)
    select ${names}, released_capture_date + n from sessions, generate_series(1, 520) n where id = ${id}`.execute(
    query,
  );
  const path = await share(at);
  const first = await page(path);
  const second = await page(`${path}?page=2`);
  expect([momentsOf(first), momentsOf(second)]).toEqual([500, 21]);
  expect(first).toContain(`href="${path}?page=2">Older visits`);
  expect(second).toContain(`href="${path}">Newer visits`);
  expect(second).not.toContain('Then and now');
});

test('a shared visit begins with its pictures, those of viewpoints first, and a shared viewpoint is its line of time', async () => {
  const at = await place();
  const [one, two] = [await visit(at, '2026-01-10', flown('one')), await visit(at, '2026-03-10', flown('two'))];
  const gate = await viewpoint(two, 'Gate', drone('two', 'c.jpg'));
  await send(admin, `PUT /api/viewpoints/${gate}/pictures/${one}`, drone('one', 'c.jpg'));
  const visitPage = await page(await share(at, { scope: 'session', sessionId: two }));
  expectInOrder(visitPage, ['class="lead"', '<bdi>c.jpg</bdi>', '<bdi>a.jpg</bdi>', '<bdi>b.jpg</bdi>']);
  const path = await share(at, { scope: 'viewpoint', viewpointId: gate });
  const markup = await page(path);
  expect([momentsOf(markup), markup.match(/class="ruler"/g)?.length]).toEqual([2, 1]);
  expect(markup).toContain('aria-valuetext="March 10, 2026, visit 2 of 2"');
  expect(markup).toContain(`href="${path}?show"`);
  expect(markup).not.toContain('/visits/');
});

test('names of two hundred letters and from right to left keep their own direction', async () => {
  const [long, arabic] = ['A'.repeat(200), 'برج المارينا'];
  const at = await place(long, arabic);
  await visit(at, '2026-01-10', { ...flown('one'), notes: 'تم صب السقف' });
  const markup = await page(await share(at, { recipient: arabic }));
  expect(markup).toContain(`<h1 class="name long"><bdi>${long}</bdi></h1>`);
  expect(markup).toContain(`<p><bdi>${arabic}</bdi></p>`);
  expect(markup).toContain(`<span class="muted facts"><bdi>${arabic}</bdi></span>`);
  expect(markup).toContain(`Shared with <bdi>${arabic}</bdi>`);
  expect(markup).toContain('<p class="notes" dir="auto">تم صب السقف</p>');
});

test('the preview of a project is its newest picture, also where the newest visit has none', async () => {
  const at = await place();
  const path = await share(at);
  const preview = () => testApp.app.inject({ url: `${path}/preview.jpg` });
  expect((await preview()).statusCode).toBe(404);
  await visit(at, '2026-01-10', flown('one'));
  await visit(at, '2026-02-10', { videoUrl: '/media/folders/site/films' });
  expect(await preview()).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/jpeg' } });
});

test('a page fetches less than 8 KiB of script, and a viewer or show mode less than 4 more', async () => {
  const path = await share(await place());
  const sizeOf = async (name: string) => {
    const answer = await testApp.app.inject({ url: `${path}/${name}.js`, headers: { 'accept-encoding': 'br' } });
    expect([name, answer.statusCode]).toEqual([name, 200]);
    return answer.rawPayload.length;
  };
  expect(await sizeOf('script')).toBeLessThan(8 * 1024);
  for (const name of ['sphere', 'map', 'show']) expect(await sizeOf(name)).toBeLessThan(4 * 1024);
  // What makes videos brings a library along, and comes with a tap.
  expect(await sizeOf('film')).toBeLessThan(64 * 1024);
});

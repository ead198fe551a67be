// Claims about then and now of a client's project: which two pictures, for whom, and what is not shown.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NewestVisit } from '#contract/sessions/endpoints.ts';
import type { ThenAndNow, Viewpoint } from '#contract/viewpoints/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let at: { projectId: number; siteId: number };

const headers = { origin: 'http://progress.example.org' };
const visits = ['one', 'two', 'three'];
const names = ['a', 'b', 'c'];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-span-'));
  for (const visit of visits) {
    mkdirSync(join(folder, 'media/site', visit), { recursive: true });
    for (const name of names)
      await sharp({ create: { width: 600, height: 400, channels: 3, background: '#476' } })
        .jpeg()
        .toFile(join(folder, 'media/site', visit, `${name}.jpg`));
  }
  testApp = await createTestApp({
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
    publicUrl: headers.origin,
  });
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
}, 60_000);
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  client = await testApp.person('client');
  at = await place();
});

async function send<Body>(by: TestPerson, what: string, body: object = {}): Promise<Body> {
  const answer = await testApp.call(by, what, { headers, body });
  expect([what, answer.status < 300 ? 200 : answer.body]).toEqual([what, 200]);
  return answer.body as Body;
}

async function place() {
  const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  const siteId = await testApp.make.site({ projectId, photographerId: crew.id });
  await send(admin, `PUT /api/projects/${projectId}/media-roots`, { roots: [{ provider: 'local', root: 'site' }] });
  return { projectId, siteId };
}

async function submit(captureDate: string, visit: string): Promise<number> {
  const body = { ...at, captureDate, droneImagesUrl: `/media/folders/site/${visit}` };
  return (await send<{ id: number }>(crew, 'POST /api/sessions', body)).id;
}

async function release(captureDate: string, visit: string): Promise<number> {
  const id = await submit(captureDate, visit);
  await send(admin, `PUT /api/sessions/${id}/approve`);
  return id;
}

const fileOf = (visit: string, name: string) => `local:site/${visit}/${name}.jpg`;
const picture = (visit: string, name: string) => ({ mediaKind: 'drone', item: fileOf(visit, name) });

async function viewpoint(session: number, name: string, of: ReturnType<typeof picture>): Promise<number> {
  const body = { viewpoints: [{ ...of, name, kind: 'photo' }] };
  type Made = { viewpoints: { id: number; name: string }[] };
  const made = await send<Made>(admin, `POST /api/sessions/${session}/viewpoints`, body);
  return made.viewpoints.find((one) => one.name === name)?.id ?? 0;
}

const put = (id: number, session: number, of: ReturnType<typeof picture>) =>
  send(admin, `PUT /api/viewpoints/${id}/pictures/${session}`, of);

const ask = (by: TestPerson, projectId = at.projectId) =>
  testApp.call(by, `GET /api/projects/${projectId}/then-and-now`);

/** Its viewpoint and days; the newest visit promises a pair where there is one, and only there. */
async function shown(): Promise<string[] | null> {
  const { status, body } = await ask(client);
  expect(status).toBe(200);
  const { pair } = body as ThenAndNow;
  const newest = (await testApp.call(client, 'GET /api/news/newest-visit')).body as NewestVisit;
  expect(newest.hasThenAndNow).toBe(pair !== null);
  return pair && [pair.viewpoint.name, pair.older.captureDate, pair.newer.captureDate];
}

test('a client is shown the first and the newest released picture of the viewpoint that spans the longest time', async () => {
  expect(await shown()).toBeNull();
  const [one, two, three] = [
    await release('2026-01-10', 'one'),
    await release('2026-03-10', 'two'),
    await release('2026-05-10', 'three'),
  ];
  expect(await shown()).toBeNull();
  const short = await viewpoint(two, 'Short', picture('two', 'b'));
  expect(await shown()).toBeNull();
  await put(short, three, picture('three', 'b'));
  expect(await shown()).toEqual(['Short', '2026-03-10', '2026-05-10']);
  const long = await viewpoint(one, 'Long', picture('one', 'a'));
  await put(long, two, picture('two', 'a'));
  await put(long, three, picture('three', 'a'));
  expect(await shown()).toEqual(['Long', '2026-01-10', '2026-05-10']);
  const { pair } = (await ask(client)).body as ThenAndNow;
  expect([pair?.viewpoint.id, pair?.older.sessionId, pair?.newer.sessionId]).toEqual([long, one, three]);
  for (const { thumbnailUrl } of [pair?.older, pair?.newer].filter((picture) => picture !== undefined))
    expect((await testApp.call(client, `GET ${thumbnailUrl}`)).status).toBe(200);
  const found = (await testApp.call(admin, `GET /api/projects/${at.projectId}/viewpoints`)).body as Viewpoint[];
  const version = found.find(({ id }) => id === long)?.version;
  await send(admin, `PATCH /api/viewpoints/${long}`, { retired: true, version });
  expect(await shown()).toEqual(['Short', '2026-03-10', '2026-05-10']);
});

test('what waits for its release, was taken back or removed is none of the two, and one picture alone is no pair', async () => {
  const [one, two] = [await release('2026-01-10', 'one'), await release('2026-03-10', 'two')];
  const gate = await viewpoint(one, 'Gate', picture('one', 'a'));
  await put(gate, two, picture('two', 'a'));
  const waiting = await submit('2026-06-10', 'three');
  await put(gate, waiting, picture('three', 'a'));
  expect(await shown()).toEqual(['Gate', '2026-01-10', '2026-03-10']);
  await send(admin, `PUT /api/sessions/${waiting}/approve`);
  expect(await shown()).toEqual(['Gate', '2026-01-10', '2026-06-10']);
  const file = encodeURIComponent(fileOf('three', 'a'));
  await send(admin, `PUT /api/sessions/${waiting}/media/drone/${file}/taken-back`, { reason: 'A face' });
  expect(await shown()).toEqual(['Gate', '2026-01-10', '2026-03-10']);
  await send(admin, `DELETE /api/sessions/${two}`);
  expect(await shown()).toBeNull();
});

test('two pictures of one day are no then and now', async () => {
  const [one, two] = [await release('2026-01-10', 'one'), await release('2026-01-10', 'two')];
  const gate = await viewpoint(one, 'Gate', picture('one', 'a'));
  await put(gate, two, picture('two', 'a'));
  expect(await shown()).toBeNull();
});

test('nobody but clients of the project is shown its pair', async () => {
  const one = await release('2026-01-10', 'one');
  const gate = await viewpoint(one, 'Gate', picture('one', 'a'));
  await put(gate, await release('2026-03-10', 'two'), picture('two', 'a'));
  const other = await testApp.person('client');
  const viewer = await testApp.person('client');
  await testApp.make.member({ projectId: at.projectId, userId: viewer.id, role: 'viewer' });
  const statuses = [client, viewer, other, crew, admin].map(async (by) => (await ask(by)).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 403, 403]);
  expect((await ask(client, 999_999)).status).toBe(404);
  expect((await testApp.call(other, 'GET /api/news/newest-visit')).body).toMatchObject({ hasThenAndNow: false });
});

test('the alignment is shown once it is known, and asked for once until then', async () => {
  const [one, two] = [await release('2026-01-10', 'one'), await release('2026-03-10', 'two')];
  const gate = await viewpoint(one, 'Gate', picture('one', 'c'));
  await put(gate, two, picture('two', 'c'));
  const { query } = testApp.database;
  await sql`delete from jobs where kind = 'alignNeighbours'`.execute(query);
  expect((await ask(client)).body).toMatchObject({ pair: { matrix: null } });
  await ask(client);
  const jobs = await sql`select 1 from jobs where kind = 'alignNeighbours'`.execute(query);
  expect(jobs.rows).toHaveLength(1);
  await sql`insert into alignments (older_file, older_version, newer_file, newer_version, by_hand, matrix, inliers, links, settled)
    select a.file, a.file_version, b.file, b.file_version, false, ${[1, 0, 0.1, 0, 1, 0, 0, 0, 1]}::double precision[], 90, 1, true
    from viewpoint_pictures a, viewpoint_pictures b where a.viewpoint_id = ${gate} and b.viewpoint_id = ${gate}
      and a.session_id = ${one} and b.session_id = ${two}`.execute(query);
  // Responses are cached until something is written, as an alignment by its job is.
  await submit('2020-01-01', 'three');
  expect((await ask(client)).body).toMatchObject({ pair: { matrix: [1, 0, 0.1, 0, 1, 0, 0, 0, 1] } });
});

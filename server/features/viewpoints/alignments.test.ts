// Alignments through the product: who may request them, their results, chains, manual marks, and files that change meanwhile.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Alignment } from '#contract/viewpoints/endpoints.ts';
import { addJob } from '#server/jobs.ts';
import { patchwork, scene } from '#server/test-support/files/scenes.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { addNeighbourAlignments } from './alignments/queue.ts';

let folder: string;
let testApp: TestApp;
let people: Record<'admin' | 'crew' | 'otherCrew' | 'client' | 'stranger', TestPerson>;
let project: number;
/** Visits of January to April: 1.jpg of the first two shows one place, that of the last another; the third shows half of each. */
let visits: { january: number; february: number; march: number; april: number };

const frame = { left: 60, top: 60, width: 600, height: 450 };
const moved = { left: 72, top: 42, width: 600, height: 450 };
const at = (visit: string, file = '1.jpg') => join(folder, 'media/site', visit, file);
const item = (visit: string, file = '1.jpg') => `local:site/${visit}/${file}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-alignments-'));
  for (const visit of ['january', 'february', 'march', 'april'])
    mkdirSync(join(folder, 'media/site', visit), { recursive: true });
  const [one, two] = [await scene(1, frame), await scene(2, moved)];
  writeFileSync(at('january'), one);
  writeFileSync(at('february'), await scene(1, moved));
  writeFileSync(at('march'), await patchwork(await scene(1, moved), two));
  writeFileSync(at('april'), two);
  testApp = await createTestApp({ mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });
  // Jobs only run where the server listens.
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  people = {
    admin: await testApp.person('admin'),
    crew: await testApp.person('photographer'),
    otherCrew: await testApp.person('photographer'),
    client: await testApp.person('client'),
    stranger: await testApp.person('client'),
  };
  const { admin, crew, otherCrew, client } = people;
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  for (const { id } of [crew, otherCrew])
    await testApp.make.member({ projectId: project, userId: id, role: 'contributor' });
  const roots = [{ provider: 'local', root: 'site' }];
  await testApp.call(admin, `PUT /api/projects/${project}/media-roots`, { body: { roots } });
  visits = {
    january: await visit('january', '2026-01-10'),
    february: await visit('february', '2026-02-10'),
    march: await visit('march', '2026-03-10'),
    april: await visit('april', '2026-04-10'),
  };
  for (const id of [visits.january, visits.february])
    await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {} });
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

async function visit(name: string, captureDate: string): Promise<number> {
  const body = { projectId: project, captureDate, droneImagesUrl: `/media/folders/site/${name}` };
  return ((await testApp.call(people.crew, 'POST /api/sessions', { body })).body as { id: number }).id;
}

type Name = keyof typeof visits;
type Asked = { older: [Name, file?: string]; newer: [Name, file?: string] };

const ref = ([name, file]: Asked['older']) => ({ sessionId: visits[name], mediaKind: 'drone', item: item(name, file) });

async function ask(who: TestPerson | null, { older, newer }: Asked) {
  const [from, to] = [ref(older), ref(newer)];
  const query = new URLSearchParams({
    olderSession: String(from.sessionId),
    olderKind: 'drone',
    olderItem: from.item,
    newerSession: String(to.sessionId),
    newerKind: 'drone',
    newerItem: to.item,
  });
  return testApp.call(who, `GET /api/alignments?${query}`);
}

const hand = (who: TestPerson, asked: Asked, marks: unknown) =>
  testApp.call(who, 'PUT /api/alignments', { body: { older: ref(asked.older), newer: ref(asked.newer), marks } });

async function aligned(asked: Asked): Promise<Alignment> {
  const state = async () => ((await ask(people.admin, asked)).body as Alignment).state;
  await expect.poll(state, { timeout: 80_000, interval: 500 }).not.toBe('waiting');
  return (await ask(people.admin, asked)).body as Alignment;
}

const count = async (condition = sql`true`) =>
  (
    await sql<{ count: number }>`select count(*)::int as count from alignments where ${condition}`.execute(
      testApp.database.query,
    )
  ).rows[0]?.count;

const places = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
];
const marksOf = (x: number) => places.map((older) => ({ older, newer: [(older[0] ?? 0) * x, older[1]] }));
const near: Asked = { older: ['january'], newer: ['february'] };

describe('two pictures', () => {
  test('wait when they are asked for first, and are aligned by as many points as agree', async () => {
    expect((await ask(people.client, near)).body).toEqual({
      state: 'waiting',
      matrix: null,
      inliers: null,
      quality: null,
      by: null,
      yaw: null,
      marks: null,
      mayAlign: false,
    });
    const found = await aligned(near);
    expect(found).toMatchObject({ state: 'aligned', by: 'picture', yaw: null, mayAlign: true });
    expect(found.inliers).toBeGreaterThan(100);
    expect(found.quality).toBeGreaterThan(0.12);
    expect(found.quality).toBeLessThanOrEqual(1);
    const [a = 0, , c = 0, , e = 0, f = 0, , , i = 1] = found.matrix ?? [];
    expect([a / i, c / i, e / i, f / i].map((value) => Math.round(value * 500) / 500)).toEqual([1, -0.02, 1, 0.04]);
  });

  test('are analysed once, however many ask', async () => {
    await aligned(near);
    expect(await count(sql`older_file = ${item('january')} and newer_file = ${item('february')}`)).toBe(1);
    const waiting = await sql`select 1 from jobs where kind = 'alignPictures'`.execute(testApp.database.query);
    expect(waiting.rows).toEqual([]);
  });

  test('that show different places are refused, quietly', async () => {
    expect(await aligned({ older: ['january'], newer: ['april'] })).toMatchObject({
      state: 'refused',
      matrix: null,
      inliers: null,
    });
  });

  test('of which one cannot be read are refused, quietly', async () => {
    writeFileSync(at('february', 'broken.jpg'), 'no picture at all');
    expect(await aligned({ older: ['january'], newer: ['february', 'broken.jpg'] })).toMatchObject({
      state: 'refused',
    });
  });

  test('are for whoever sees both', async () => {
    for (const who of [people.admin, people.crew, people.client]) expect((await ask(who, near)).status).toBe(200);
    for (const who of [people.otherCrew, people.stranger]) expect((await ask(who, near)).status).toBe(404);
    expect((await ask(people.client, { older: ['january'], newer: ['march'] })).status).toBe(404);
    expect((await ask(null, near)).status).toBe(401);
  });

  test('that are none of these visits are not found', async () => {
    for (const file of ['../february/1.jpg', 'nothing.jpg', '%00'])
      expect((await ask(people.admin, { older: ['january', file], newer: ['february'] })).status).toBe(404);
  });
});

describe('a chain', () => {
  test('aligns two pictures of a viewpoint by way of a visit in between, and counts the points of its weakest link', async () => {
    const between: Asked = { older: ['january'], newer: ['april'] };
    const viewpoint = await makeViewpoint(['january', 'march', 'april']);
    expect((await aligned(between)).state).toBe('aligned');
    const found = await aligned(between);
    expect(found).toMatchObject({ by: 'chain', marks: null });
    const [first, second] = [
      await aligned({ older: ['january'], newer: ['march'] }),
      await aligned({ older: ['march'], newer: ['april'] }),
    ];
    expect(found.inliers).toBe(Math.min(first.inliers ?? 0, second.inliers ?? 0));
    expect(found.quality).toBe(Math.min(first.quality ?? 1, second.quality ?? 1));
    expect(found.inliers).toBeGreaterThanOrEqual(30);
    expect(viewpoint).toBeGreaterThan(0);
  });
});

/** With 1.jpg of these visits alone: the others count as analysed. Each is announced as the job that places pictures does. */
async function makeViewpoint(names: Name[]): Promise<number> {
  const due = sql`select 1 from jobs where kind = 'placePictures'`;
  await expect.poll(async () => (await due.execute(testApp.database.query)).rows.length, { timeout: 60_000 }).toBe(0);
  return testApp.database.tx(async (tx) => {
    const made = await sql<{ id: number }>`insert into viewpoints (project_id, kind, name, position, created_by)
      values (${project}, 'photo', 'Gate', 1, ${people.admin.id}) returning id`.execute(tx);
    const id = made.rows[0]?.id ?? 0;
    for (const sessionId of Object.values(visits))
      await sql`insert into picture_searches (session_id, viewpoint_id) values (${sessionId}, ${id})
        on conflict (session_id) do update set viewpoint_id = excluded.viewpoint_id`.execute(tx);
    for (const name of names) {
      await sql`insert into viewpoint_pictures (viewpoint_id, session_id, media_kind, link, file, file_version, file_name, placed_by)
        values (${id}, ${visits[name]}, 'drone', ${`/media/folders/site/${name}`}, ${item(name)}, '1', '1.jpg', 'name')`.execute(
        tx,
      );
      await addNeighbourAlignments(tx, id, visits[name]);
    }
    return id;
  });
}

describe('neighbours in time of a viewpoint', () => {
  test('are put in line in advance, each pair once, and no other pair', async () => {
    const others = sql<{
      older: string;
      newer: string;
    }>`select payload -> 'older' ->> 'file' as older, payload -> 'newer' ->> 'file' as newer
      from jobs where kind = 'alignNeighbours'`;
    await sql`delete from jobs where kind = 'alignNeighbours'`.execute(testApp.database.query);
    await testApp.database.tx(async (tx) => {
      const { rows } = await sql<{ id: number }>`select id from viewpoints`.execute(tx);
      for (const { id } of rows)
        for (const name of ['january', 'march', 'april'] as const) await addNeighbourAlignments(tx, id, visits[name]);
      expect((await others.execute(tx)).rows).toEqual([
        { older: item('january'), newer: item('march') },
        { older: item('march'), newer: item('april') },
      ]);
    });
  });
});

describe('by hand', () => {
  test('marks overlay two pictures for everybody, before what a machine found', async () => {
    const saved = await hand(people.crew, near, marksOf(0.9));
    expect(saved).toMatchObject({ status: 200, body: { state: 'aligned', by: 'hand', inliers: 4, mayAlign: true } });
    const { body } = await ask(people.client, near);
    expect(body).toMatchObject({ by: 'hand', marks: marksOf(0.9), mayAlign: false });
    expect((body as Alignment).matrix?.[0]).toBeCloseTo(0.9, 6);
  });

  test('are forgotten again, and the machine’s holds', async () => {
    await hand(people.crew, near, marksOf(0.9));
    expect((await hand(people.admin, near, null)).body).toMatchObject({ state: 'aligned', by: 'picture' });
    expect((await ask(people.client, near)).body).toMatchObject({ by: 'picture', marks: null });
  });

  test('give refused pairs of their viewpoint another chance, by way of what they aligned', async () => {
    const chained = sql`older_file = ${item('january')} and newer_file = ${item('april')}`;
    await sql`update alignments set matrix = null, links = 1 where ${chained}`.execute(testApp.database.query);
    expect(await count(chained)).toBe(1);
    const link: Asked = { older: ['january'], newer: ['march'] };
    expect((await hand(people.crew, link, marksOf(0.9))).status).toBe(200);
    expect(await count(chained)).toBe(0);
    await hand(people.crew, link, null);
  });

  test('are saved by admins and the photographer of one of the visits alone', async () => {
    expect((await hand(people.client, near, marksOf(0.9))).status).toBe(403);
    expect((await hand(people.otherCrew, near, marksOf(0.9))).status).toBe(404);
    expect(await count(sql`by_hand`)).toBe(0);
  });

  test.each([
    ['outside of a picture', [...marksOf(0.9).slice(0, 3), { older: [1.01, 0], newer: [0, 0] }]],
    ['that are no numbers', [...marksOf(0.9).slice(0, 3), { older: [null, 0], newer: [0, 0] }]],
    ['that are too few', marksOf(0.9).slice(0, 2)],
    ['that are too many', [...marksOf(0.9), ...marksOf(0.9), ...marksOf(0.9)]],
    ['on one line', [0.1, 0.5, 0.9].map((x) => ({ older: [x, x], newer: [x, x] }))],
    ['that mirror the picture', places.map(([x = 0, y]) => ({ older: [x, y], newer: [1 - x, y] }))],
    ['that are words', 'here and there'],
  ])('marks %s change nothing', async (_, marks) => {
    const before = await count();
    expect(await hand(people.admin, near, marks)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(await count()).toBe(before);
  });
});

describe('a file', () => {
  test('that is replaced is aligned again, and the manual alignment of the former one is not shown', async () => {
    copyFileSync(at('january'), at('january', '2.jpg'));
    writeFileSync(at('february', '2.jpg'), await scene(1, moved));
    const pair: Asked = { older: ['january', '2.jpg'], newer: ['february', '2.jpg'] };
    expect((await aligned(pair)).state).toBe('aligned');
    await hand(people.admin, pair, marksOf(0.9));
    writeFileSync(at('february', '2.jpg'), await scene(2, frame));
    await expect.poll(async () => ((await ask(people.admin, pair)).body as Alignment).by).toBeNull();
    expect((await aligned(pair)).state).toBe('refused');
    expect(await count(sql`newer_file = ${item('february', '2.jpg')} and not by_hand`)).toBe(2);
  });

  test('of a visit that is removed meanwhile is not aligned', async () => {
    const gone = await visit('january', '2026-05-10');
    const version = { sessionId: gone, link: '/media/folders/site/january', file: item('january') };
    const other = { sessionId: visits.april, link: '/media/folders/site/april', file: item('april') };
    await testApp.call(people.admin, `DELETE /api/sessions/${gone}`);
    const before = await count();
    const payload = { kind: 'photo', older: other, newer: version };
    await addJob(testApp.database.query, { kind: 'alignPictures', payload });
    const left = async () =>
      (await sql`select 1 from jobs where kind = 'alignPictures'`.execute(testApp.database.query)).rows.length;
    await expect.poll(left).toBe(0);
    expect(await count()).toBe(before);
  });
});

// Visits that only names and order pair get correct pairs while somebody compares them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Topic } from '#contract/core/endpoint.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { PicturePair } from '#contract/viewpoints/endpoints.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import type { Lane } from '#server/jobs/queue.ts';
import { createJobRunner } from '#server/jobs.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import { createTestApp, opened, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { visitPairJobs } from './visit-pairs.ts';

let folder: string;
let testApp: TestApp;
let people: Record<'admin' | 'client' | 'stranger', TestPerson>;
let project: number;
let lane: Lane;
let count = 0;
/** Pictures show the same if their names have the same last digit. */
let looks: string[] = [];
let announced: (readonly Topic[])[] = [];

const digit = (id: string) => id.at(-5);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-visit-pairs-'));
  const mediaRoot = join(folder, 'media');
  testApp = await createTestApp({ mediaRoot, dataDir: join(folder, 'data') });
  people = {
    admin: await testApp.person('admin'),
    client: await testApp.person('client'),
    stranger: await testApp.person('client'),
  };
  const { database } = testApp;
  const handlers = visitPairJobs({
    db: database.query,
    write: createTransactionRunner(database, (topics) => void announced.push(topics)),
    source: createLocalSource({ demo: null, mediaRoot }),
    hosts: {},
    fileAligner: {
      async alignFiles({ older, newer }) {
        looks.push(`${older.id.slice(-12, -4)} ${newer.id.slice(-12, -4)}`);
        const matrix = digit(older.id) === digit(newer.id) ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : null;
        return { matrix, yaw: null, inliers: 90, quality: 0.5, cpuMs: 0, memory: 0 };
      },
      likeness: async () => 0,
    },
  });
  lane = createJobRunner({ db: database.query, handlers, log: { error: () => undefined } });
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  [looks, announced] = [[], []];
  project = await testApp.make.project({ clientId: people.client.id, createdBy: people.admin.id });
  const body = { roots: [{ provider: 'local', root: `p${project}` }] };
  await testApp.call(people.admin, `PUT /api/projects/${project}/media-roots`, { body });
});

/** Pictures without a position. */
async function visit(captureDate: string, names: string[]): Promise<number> {
  const path = `p${project}/v${++count}`;
  mkdirSync(join(folder, 'media', path), { recursive: true });
  for (const name of names) {
    const blank = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } });
    writeFileSync(join(folder, 'media', path, `${name}.JPG`), await blank.jpeg().toBuffer());
  }
  const body = { projectId: project, captureDate, droneImagesUrl: `/media/folders/${path}` };
  const { id } = (await testApp.call(people.admin, 'POST /api/sessions', { body })).body as Session;
  await testApp.call(people.admin, `PUT /api/sessions/${id}/approve`, { body: {} });
  return id;
}

/** 'DJI_0002 DJI_0102 picture'; a new address each time, as rows written here reach no cache. */
async function pairs(who: TestPerson, own: number, other: number): Promise<string[] | number> {
  const nameOf = (id: string) => opened(id).split('/').at(-1)?.replace('.JPG', '');
  const { status, body } = await testApp.call(
    who,
    `GET /api/sessions/${own}/pairs?with=${other}&kind=drone&otherKind=drone&n=${++count}`,
  );
  if (status !== 200) return status;
  return (body as { pairs: PicturePair[] }).pairs.map((one) => `${nameOf(one.own)} ${nameOf(one.other)} ${one.by}`);
}

async function waiting(): Promise<number> {
  const found = await sql`select 1 from jobs where kind = 'compareVisits'`.execute(testApp.database.query);
  return found.rows.length;
}

test('photos that show the same are each other’s once they were analysed, whatever their names count', async () => {
  const may = await visit('2026-05-01', ['DJI_0001', 'DJI_0002', 'DJI_0003']);
  const june = await visit('2026-06-01', ['DJI_0002', 'DJI_0101', 'DJI_0104']);
  expect(await pairs(people.client, may, june)).not.toContainEqual(expect.stringMatching(/name$/));
  await pairs(people.client, may, june);
  expect(await waiting(), 'however often they are compared').toBe(1);
  await lane.runDue();
  expect(announced).toEqual([['viewpoints']]);
  expect(await pairs(people.client, may, june)).toEqual(
    expect.arrayContaining(['DJI_0001 DJI_0101 picture', 'DJI_0002 DJI_0002 picture']),
  );
  expect(
    looks.every((look) => !look.startsWith('DJI_01')),
    'the older visit’s are overlaid on the newer’s',
  ).toBe(true);
});

test('turned round the same is known, and nothing is analysed twice', async () => {
  const may = await visit('2026-05-01', ['DJI_0001', 'DJI_0002']);
  const june = await visit('2026-06-01', ['DJI_0101', 'DJI_0103']);
  await pairs(people.admin, june, may);
  await lane.runDue();
  expect(looks).toHaveLength(4);
  await pairs(people.admin, may, june);
  await pairs(people.admin, june, may);
  await lane.runDue();
  expect(looks).toHaveLength(4);
});

test('nothing is analysed for whoever does not see both visits, nor of a visit that is removed meanwhile', async () => {
  const [may, june] = [await visit('2026-05-01', ['DJI_0001']), await visit('2026-06-01', ['DJI_0101'])];
  expect(await pairs(people.stranger, may, june)).toBe(404);
  expect(await pairs(people.client, may, may), 'a visit beside itself').toHaveLength(1);
  expect(await waiting()).toBe(0);
  await pairs(people.client, may, june);
  await testApp.call(people.admin, `DELETE /api/sessions/${june}`);
  await lane.runDue();
  expect([looks, announced]).toEqual([[], []]);
});

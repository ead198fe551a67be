// Likeness as the product measures it: the aligner process, on the demo's own pictures, whose names and headers say nothing.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { SessionViewpoints } from '#contract/viewpoints/endpoints.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { createJobRunner } from '#server/jobs.ts';
import { createFileAligner } from '#server/media/alignment/align-pair.ts';
import { type Aligner, createAligner } from '#server/media/alignment/supervised-aligner.ts';
import { createThumbnails } from '#server/media/images/thumbnails.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { createFiller } from './fill-visit.ts';
import { comparingJobs, placingJobs } from './jobs.ts';

const demo = resolve(import.meta.dirname, '../../../demo/media/residential-block');
let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let aligner: Aligner;
let thumbnails: ReturnType<typeof createThumbnails>;
let project: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-likeness-'));
  testApp = await createTestApp({ mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  const client = await testApp.person('client');
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
  const roots = [{ provider: 'local', root: 'site' }];
  await testApp.call(admin, `PUT /api/projects/${project}/media-roots`, { body: { roots } });
  aligner = createAligner();
  thumbnails = createThumbnails({ folder: join(folder, 'thumbnails'), maxBytes: 50 * 1024 * 1024 });
});
afterAll(async () => {
  aligner.close();
  thumbnails.close();
  await testApp.close();
  rmSync(folder, { recursive: true });
});

/** Pictures of the demo under other names, without what their cameras wrote into them. */
async function visit(name: string, captureDate: string, pictures: Record<string, string>): Promise<number> {
  const path = join(folder, 'media/site', name);
  mkdirSync(path, { recursive: true });
  for (const [as, from] of Object.entries(pictures))
    writeFileSync(join(path, as), await sharp(join(demo, from)).jpeg({ quality: 88 }).toBuffer());
  const body = { projectId: project, captureDate, droneImagesUrl: `/media/folders/site/${name}` };
  return ((await testApp.call(crew, 'POST /api/sessions', { body })).body as Session).id;
}

test('pictures of the demo find the viewpoints that they show, weeks of building later and in another order', async () => {
  const { database } = testApp;
  const source = createLocalSource({ demo: null, mediaRoot: join(folder, 'media') });
  const write = createTransactionRunner(database, () => undefined);
  const { likeness } = createFileAligner({ aligner, thumbnails });
  const filler = createFiller({ db: database.query, write, source, hosts: {}, likeness });
  const handlers = { ...placingJobs(filler), ...comparingJobs(filler) };
  const failures: unknown[] = [];
  const log = { error: (facts: object) => void failures.push(facts) };
  const lane = createJobRunner({ db: database.query, handlers, log });
  const first = await visit('first', '2026-03-04', {
    'a.jpg': 'stage-7/drone/01.jpg',
    'b.jpg': 'stage-7/drone/02.jpg',
  });
  const viewpoints = ['a.jpg', 'b.jpg'].map((name) => {
    return { mediaKind: 'drone', item: `local:site/first/${name}`, name, kind: 'photo' };
  });
  const made = await testApp.call(admin, `POST /api/sessions/${first}/viewpoints`, { body: { viewpoints } });
  expect(made.status).toBe(201);
  const second = await visit('second', '2026-04-01', {
    'x.jpg': 'stage-8/drone/02.jpg',
    'y.jpg': 'stage-8/drone/01.jpg',
  });
  await lane.runDue();
  const found = (await testApp.call(crew, `GET /api/sessions/${second}/viewpoints`)).body as SessionViewpoints;
  const placed = found.viewpoints.map(({ name, picture }) => [name, picture?.item.name, picture?.placedBy]);
  expect(placed).toEqual([
    ['a.jpg', 'y.jpg', 'picture'],
    ['b.jpg', 'x.jpg', 'picture'],
  ]);
  expect(failures).toEqual([]);
});

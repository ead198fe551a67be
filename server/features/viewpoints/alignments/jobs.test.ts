// The fate of a pair whose files, process or visit go while it is aligned.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Session } from '#contract/sessions/endpoints.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { AlignerFailure } from '#server/media/alignment/supervised-aligner.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { alignmentJobs } from './jobs.ts';

let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let project: number;
let count = 0;
/** What happens while a pair is aligned, first, second … time; nothing after the last. */
let meanwhile: (() => unknown)[] = [];
let looks = 0;
let run: (payload: unknown) => Promise<void>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-aligning-'));
  const mediaRoot = join(folder, 'media');
  testApp = await createTestApp({ mediaRoot, dataDir: join(folder, 'data') });
  admin = await testApp.person('admin');
  const { database } = testApp;
  const { alignPictures } = alignmentJobs({
    db: database.query,
    write: createTransactionRunner(database, () => undefined),
    source: createLocalSource({ demo: null, mediaRoot }),
    hosts: {},
    fileAligner: {
      async alignFiles() {
        await meanwhile[looks++]?.();
        return { matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1], yaw: null, inliers: 90, quality: 0.5, cpuMs: 0, memory: 0 };
      },
      likeness: async () => 0,
    },
  });
  run = alignPictures.run;
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  [meanwhile, looks] = [[], 0];
  const client = await testApp.person('client');
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  const body = { roots: [{ provider: 'local', root: `p${project}` }] };
  await testApp.call(admin, `PUT /api/projects/${project}/media-roots`, { body });
});

type Visit = { id: number; path: string };

/** Replaces the picture in one move: an unchanged folder listing is not read again for a moment. */
async function put({ path }: Pick<Visit, 'path'>): Promise<void> {
  const blank = sharp({ create: { width: 40 + ++count, height: 30, channels: 3, background: 'red' } });
  const file = join(folder, 'media', path, 'a.jpg');
  writeFileSync(`${file}.new`, await blank.jpeg().toBuffer());
  renameSync(`${file}.new`, file);
}

async function visit(captureDate: string): Promise<Visit> {
  const path = `p${project}/v${++count}`;
  mkdirSync(join(folder, 'media', path), { recursive: true });
  await put({ path });
  const body = { projectId: project, captureDate, droneImagesUrl: `/media/folders/${path}` };
  return { id: ((await testApp.call(admin, 'POST /api/sessions', { body })).body as Session).id, path };
}

const placeOf = ({ id, path }: Visit) => {
  return { sessionId: id, link: `/media/folders/${path}`, file: `local:${path}/a.jpg` };
};
const align = (older: Visit, newer: Visit) => run({ kind: 'photo', older: placeOf(older), newer: placeOf(newer) });

async function kept({ path }: Visit): Promise<{ version: string; isAligned: boolean }[]> {
  const { rows } = await sql<{ version: string; isAligned: boolean }>`
    select newer_version as version, matrix is not null as "isAligned" from alignments where newer_file = ${`local:${path}/a.jpg`}`.execute(
    testApp.database.query,
  );
  return rows;
}

test('a file that is replaced while it is aligned is read again, and nothing is kept of the former one', async () => {
  const [older, newer] = [await visit('2026-01-01'), await visit('2026-02-01')];
  await align(older, newer);
  const [before] = await kept(newer);
  await sql`delete from alignments where newer_file = ${placeOf(newer).file}`.execute(testApp.database.query);
  [looks, meanwhile] = [0, [() => put(newer)]];
  await align(older, newer);
  expect(looks).toBe(2);
  const after = await kept(newer);
  expect(after).toEqual([{ version: expect.any(String), isAligned: true }]);
  expect(after[0]?.version).not.toBe(before?.version);
});

test('a file that is another one at every look is left alone', async () => {
  const [older, newer] = [await visit('2026-01-01'), await visit('2026-02-01')];
  meanwhile = Array.from({ length: 9 }, () => () => put(older));
  await align(older, newer);
  expect([looks, await kept(newer)]).toEqual([3, []]);
});

test('a process that dies is asked once more; a pair of which it dies each time is refused, and the next is aligned', async () => {
  const die = () => Promise.reject(new AlignerFailure('It ended with SIGKILL'));
  const [older, newer, next] = [await visit('2026-01-01'), await visit('2026-02-01'), await visit('2026-03-01')];
  meanwhile = [die];
  await align(older, newer);
  expect([looks, await kept(newer)]).toEqual([2, [{ version: expect.any(String), isAligned: true }]]);
  [looks, meanwhile] = [0, [die, die]];
  await align(newer, next);
  expect(await kept(next)).toEqual([{ version: expect.any(String), isAligned: false }]);
  await align(older, next);
  expect((await kept(next)).map(({ isAligned }) => isAligned).toSorted()).toEqual([false, true]);
});

test.each([
  ['visit', ({ id }: Visit) => `DELETE /api/sessions/${id}`],
  ['project', () => `DELETE /api/projects/${project}`],
])('of a %s that is removed while its picture is aligned nothing is kept', async (_, removal) => {
  const [older, newer] = [await visit('2026-01-01'), await visit('2026-02-01')];
  meanwhile = [() => testApp.call(admin, removal(newer))];
  await align(older, newer);
  expect([looks, await kept(newer)]).toEqual([1, []]);
});

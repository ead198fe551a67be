// Pictures that were submitted with another visit before: what is found and what is not, who learns of it, and what becomes of it.
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BorrowedPicture, borrowedWords, type Check, type SessionChecks } from '#contract/sessions/checks.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { addJob, createJobRunner, type JobHandler } from '#server/jobs.ts';
import { createFileAligner, type FileAligner } from '#server/media/alignment/align-pair.ts';
import { type Aligner, createAligner } from '#server/media/alignment/supervised-aligner.ts';
import { createImageAnalyzer, type ImageAnalyzer } from '#server/media/analysis/supervised-analyzer.ts';
import { createThumbnails, type Thumbnails } from '#server/media/images/thumbnails.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import { scene } from '#server/test-support/files/scenes.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { checkJobs } from './analyze-visit.ts';
import { hashFillJobs } from './fill-hashes.ts';
import { searchJobs } from './find-borrowed.ts';

const demo = join(import.meta.dirname, '../../../../demo/media/residential-block');
const whole = { left: 0, top: 0, width: 1200, height: 900 };

let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let thumbnails: Thumbnails;
let analyzer: ImageAnalyzer;
let aligner: Aligner;
let project: number;
let count = 0;
let failures: unknown[] = [];
/** Called with the id of the earlier picture before each comparison. */
let beforeComparing: (file: string) => Promise<void> | void = () => undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-borrowed-'));
  testApp = await createTestApp({ mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
  thumbnails = createThumbnails({ folder: join(folder, 'pictures'), maxBytes: 100_000_000 });
  analyzer = createImageAnalyzer({ thumbnails });
  aligner = createAligner();
});
afterAll(async () => {
  analyzer.close();
  aligner.close();
  thumbnails.close();
  await testApp.close();
  rmSync(folder, { recursive: true });
});

async function makeProject(owner: TestPerson, photographer: TestPerson): Promise<number> {
  const id = await testApp.make.project({ clientId: owner.id, createdBy: admin.id });
  await testApp.make.member({ projectId: id, userId: photographer.id, role: 'contributor' });
  const roots = [{ provider: 'local', root: `p${id}` }];
  await testApp.call(admin, `PUT /api/projects/${id}/media-roots`, { body: { roots } });
  return id;
}

beforeEach(async () => {
  failures = [];
  beforeComparing = () => undefined;
  await sql`delete from jobs`.execute(testApp.database.query);
  project = await makeProject(client, crew);
});

function lane(others: Record<string, JobHandler> = {}) {
  const { database } = testApp;
  const db = database.query;
  const source = createLocalSource({ demo: null, mediaRoot: join(folder, 'media') });
  const write = createTransactionRunner(database, () => undefined);
  const reader = createFileAligner({ aligner, thumbnails });
  const fileAligner: Pick<FileAligner, 'sameExposure'> = {
    async sameExposure(pair) {
      await beforeComparing(pair.known.id);
      return reader.sameExposure(pair);
    },
  };
  const handlers = {
    ...checkJobs({ db, write, source, hosts: {}, analyzer }),
    ...searchJobs({ db, write, source, hosts: {}, fileAligner }),
    ...hashFillJobs({ db, write }),
    ...others,
  };
  return createJobRunner({ db, handlers, log: { error: (facts) => void failures.push(facts) } });
}

/** One job adds the next. */
async function settle(): Promise<void> {
  for (let round = 0; round < 4; round++) await lane().runDue();
  expect(failures).toEqual([]);
}

/** As its lane does every minute. */
async function fill(): Promise<void> {
  await addJob(testApp.database.query, { kind: 'fillHashes', dedupeKey: 'every fillHashes' });
  await sql`update jobs set run_at = now() where kind = 'fillHashes'`.execute(testApp.database.query);
  await settle();
}

type Visit = { id: number; path: string };
type Asked = { by?: TestPerson; of?: number; day?: string };

async function visit(pictures: Record<string, Buffer>, { by = crew, of = project, day = '2026-03-04' }: Asked = {}) {
  const path = join(folder, 'media', `p${of}/v${++count}`);
  mkdirSync(path, { recursive: true });
  for (const [name, bytes] of Object.entries(pictures)) writeFileSync(join(path, name), bytes);
  const body = { projectId: of, captureDate: day, droneImagesUrl: `/media/folders/p${of}/v${count}` };
  const { id } = (await testApp.call(by, 'POST /api/sessions', { body })).body as Session;
  return { id, path };
}

async function read({ id }: Visit, by = admin): Promise<SessionChecks> {
  const { status, body } = await testApp.call(by, `GET /api/sessions/${id}/checks?n=${++count}`);
  expect(status).toBe(200);
  return body as SessionChecks;
}

async function findings(of: Visit): Promise<{ check: Check | undefined; borrowed: BorrowedPicture[] }> {
  const { checks, borrowed } = await read(of);
  return { check: checks.find(({ name }) => name === 'borrowed'), borrowed: borrowed ?? [] };
}

const saved = (bytes: Buffer) => sharp(bytes).resize(1000).jpeg({ quality: 60 }).toBuffer();

async function cutAndMirrored(bytes: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  const [left, top] = [Math.round(width * 0.04), Math.round(height * 0.03)];
  const cut = sharp(bytes).extract({ left, top, width: width - 2 * left, height: height - 2 * top });
  return saved(await cut.flop().toBuffer());
}

async function countOf(rows: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::integer as count from ${rows}`.execute(
    testApp.database.query,
  );
  return found.rows[0]?.count ?? 0;
}

/** Checks that somebody requests now are made anew. */
const outdate = () =>
  sql`update visit_checks set checked_at = now() - interval '11 minutes'`.execute(testApp.database.query);

const hashes = () => countOf(sql`picture_hashes`);
const unhashed = () =>
  countOf(sql`sessions_present s left join visit_checks c on c.session_id = s.id where c.hashed is not true`);

test('a picture submitted again, cut and mirrored, is found, and its reviewer reads of which visit it is', async () => {
  const original = await sharp(join(demo, 'stage-5/drone/01.jpg')).toBuffer();
  const first = await visit({ 'march.jpg': original }, { day: '2026-03-14' });
  await settle();
  const again = await visit({ 'april.jpg': await cutAndMirrored(original), 'own.jpg': await scene(21, whole) });
  await lane().runDue();
  await settle();
  const { check, borrowed } = await findings(again);
  expect(check?.verdict).toBe('differs');
  const words = `the same picture as in session ${first.id}, Mar 14, 2026, cut and mirrored`;
  expect(check?.evidence).toContain(`1 of 2 pictures consistent with an earlier visit’s: april.jpg is ${words}.`);
  expect(check?.pictures.map(({ name }) => name)).toEqual(['april.jpg']);
  expect(borrowed.map(borrowedWords)).toEqual([words]);
  const [pair] = borrowed;
  expect(pair?.known).toMatchObject({ sessionId: first.id, name: 'march.jpg', captureDate: '2026-03-14' });
  for (const side of [pair?.own, pair?.known])
    for (const url of [side?.thumbnailUrl, side?.imageUrl])
      expect((await testApp.call(admin, `GET ${url}`)).status).toBe(200);
  // The one that was there first is nobody's.
  expect((await findings(first)).check?.verdict).toBe('fits');
});

test('a search lets pictures be placed after each five of its own, and goes on', async () => {
  const names = ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg', '6.jpg'];
  const pictures = Object.fromEntries(
    await Promise.all(names.map(async (name, nth) => [name, await scene(60 + nth, whole)] as const)),
  );
  await visit(pictures);
  await settle();
  const again = await visit(pictures);
  const done: string[] = [];
  beforeComparing = async () => {
    done.push('compared');
    if (done.length === 1) await addJob(testApp.database.query, { kind: 'comparePictures', payload: { sessionId: 0 } });
  };
  const comparePictures: JobHandler = {
    async run() {
      done.push(
        `placed, ${await countOf(sql`visit_hashes where session_id = ${again.id} and searched_at is not null`)} done`,
      );
    },
  };
  for (let round = 0; round < 4; round++) await lane({ comparePictures }).runDue();
  expect(failures).toEqual([]);
  expect(done.filter((each) => each !== 'compared')).toEqual(['placed, 5 done']);
  expect(done.at(-1)).toBe('compared');
  expect((await findings(again)).borrowed).toHaveLength(6);
});

test('an honest picture of the same viewpoint on another day is not found', async () => {
  const [before, now] = ['stage-5/drone/01.jpg', 'stage-6/drone/01.jpg'].map((name) => join(demo, name));
  await visit({ 'a.jpg': await sharp(before).toBuffer() });
  await settle();
  const honest = await visit({ 'b.jpg': await sharp(now).toBuffer() });
  await settle();
  const { check, borrowed } = await findings(honest);
  expect([check?.verdict, borrowed]).toEqual(['fits', []]);
  expect(check?.evidence).toBe('1 picture compared with those of earlier visits; none is the same.');
});

test('a picture of another client’s project is found whole, and of another photographer’s; repeats within a visit are not its matter', async () => {
  const [others, stranger] = [await testApp.person('client'), await testApp.person('photographer')];
  const elsewhere = await makeProject(others, stranger);
  const original = await scene(31, whole);
  await visit({ 'a.jpg': original }, { by: stranger, of: elsewhere });
  await settle();
  const again = await visit({ 'b.jpg': await saved(original) });
  const twice = await visit({ 'c.jpg': await scene(32, whole), 'd.jpg': await saved(await scene(32, whole)) });
  await settle();
  expect((await findings(again)).borrowed.map(borrowedWords)).toEqual([
    expect.stringMatching(/^the same picture as in session \d+, Mar 4, 2026$/),
  ]);
  expect((await findings(twice)).borrowed).toEqual([]);
});

test('nobody but a reviewer reads of it: not its photographer, not those of the other project, no client', async () => {
  const [others, stranger] = [await testApp.person('client'), await testApp.person('photographer')];
  const elsewhere = await makeProject(others, stranger);
  const original = await scene(41, whole);
  const first = await visit({ 'secret.jpg': original }, { by: stranger, of: elsewhere });
  await settle();
  const again = await visit({ 'b.jpg': await saved(original) });
  await settle();
  expect((await findings(again)).borrowed.length).toBe(1);
  for (const [of, by] of [
    [again, crew],
    [first, stranger],
  ] as const) {
    const seen = await read(of, by);
    expect(seen.borrowed).toBeUndefined();
    expect(seen.checks.map(({ name }) => name)).not.toContain('borrowed');
    expect(JSON.stringify(seen)).not.toMatch(/earlier visit|same picture/);
  }
  expect(JSON.stringify(await read(again, crew))).not.toContain('secret');
  expect((await testApp.call(client, `GET /api/sessions/${again.id}/checks`)).status).not.toBe(200);
  expect((await testApp.call(stranger, `GET /api/sessions/${again.id}/checks`)).status).toBe(404);
  const notices = await testApp.call(crew, 'GET /api/notifications');
  expect(JSON.stringify(notices.body)).not.toMatch(/same picture|earlier visit/);
});

test('of a picture that is gone, replaced, or whose session was removed, no hash is left and nothing is said', async () => {
  const original = await scene(51, whole);
  const first = await visit({ 'a.jpg': original, 'kept.jpg': await scene(52, whole) });
  await settle();
  const again = await visit({ 'b.jpg': await saved(original), 'c.jpg': await saved(await scene(52, whole)) });
  await settle();
  expect((await findings(again)).borrowed.length).toBe(2);
  const before = await hashes();
  rmSync(join(first.path, 'a.jpg'));
  await outdate();
  await read(first);
  await settle();
  expect(await hashes()).toBe(before - 1);
  expect((await findings(again)).borrowed.map(({ own }) => own.name)).toEqual(['c.jpg']);
  writeFileSync(join(first.path, 'kept.jpg'), await scene(53, whole));
  await outdate();
  await read(first);
  await settle();
  expect(await hashes()).toBe(before - 1);
  expect((await findings(again)).borrowed).toEqual([]);
  await testApp.call(admin, `DELETE /api/sessions/${first.id}`);
  await fill();
  expect(await hashes()).toBe(before - 2);
});

test('touching or renaming the earlier pictures hides nothing, neither before the visit nor after it', async () => {
  const originals = [await scene(54, whole), await scene(55, whole)] as const;
  const first = await visit({ 'a.jpg': originals[0], 'b.jpg': originals[1] });
  await settle();
  const touch = (name: string, seconds: number) => utimesSync(join(first.path, name), seconds, seconds);
  touch('a.jpg', 1_000);
  renameSync(join(first.path, 'b.jpg'), join(first.path, 'c.jpg'));
  const again = await visit({ '1.jpg': await saved(originals[0]), '2.jpg': await saved(originals[1]) });
  await settle();
  await read(again);
  await settle();
  const known = async () => (await findings(again)).borrowed.map(({ known }) => known.name);
  expect(await known()).toEqual(['a.jpg', 'c.jpg']);
  touch('a.jpg', 2_000);
  touch('c.jpg', 2_000);
  await outdate();
  await read(first);
  await settle();
  expect(await known()).toEqual(['a.jpg', 'c.jpg']);
  // Nor does the earlier visit become the later one by it.
  expect((await findings(first)).borrowed).toEqual([]);
});

test('a picture that is written anew while another one is compared with it is still found', async () => {
  const original = await scene(58, whole);
  const first = await visit({ 'a.jpg': original });
  await settle();
  const again = await visit({ '1.jpg': await saved(original) });
  let times = 0;
  beforeComparing = async () => {
    if (times++ > 0) return;
    utimesSync(join(first.path, 'a.jpg'), 3_000, 3_000);
    await outdate();
    await read(first);
    await lane().runDue();
  };
  await settle();
  expect(times).toBe(2);
  expect((await findings(again)).borrowed.map(({ known }) => known.name)).toEqual(['a.jpg']);
});

test('a picture whose source is away is asked for again, and the others are compared meanwhile', async () => {
  const originals = [await scene(56, whole), await scene(57, whole)] as const;
  await visit({ 'a.jpg': originals[0] });
  const kept = await visit({ 'b.jpg': originals[1] });
  await settle();
  const again = await visit({ '1.jpg': await saved(originals[0]), '2.jpg': await saved(originals[1]) });
  beforeComparing = (file) => {
    if (file.includes('a.jpg')) throw new MediaError('unreachable', 'Its source is away');
  };
  for (let round = 0; round < 3; round++) await lane().runDue();
  expect(failures.length).toBeGreaterThan(0);
  failures = [];
  const { check, borrowed } = await findings(again);
  expect([check?.verdict, borrowed.map(({ known }) => known.sessionId)]).toEqual(['differs', [kept.id]]);
  expect(check?.evidence).toMatch(/^1 of 1 picture consistent .+ 1 picture not compared with earlier visits yet\.$/);
  beforeComparing = () => undefined;
  await sql`update jobs set run_at = now() where kind = 'findBorrowed'`.execute(testApp.database.query);
  await settle();
  expect((await findings(again)).borrowed.map(({ known }) => known.name)).toEqual(['a.jpg', 'b.jpg']);
});

test('grey, tiny and broken pictures are named as not compared, and accuse nobody', async () => {
  const grey = (value: string) =>
    sharp({ create: { width: 800, height: 600, channels: 3, background: value } })
      .jpeg()
      .toBuffer();
  const tiny = await sharp(await scene(61, whole))
    .resize(20)
    .jpeg()
    .toBuffer();
  const bad = { 'grey.jpg': await grey('#888'), 'tiny.jpg': tiny, 'broken.jpg': Buffer.from('no picture') };
  await visit(bad);
  await settle();
  const again = await visit(bad);
  await settle();
  const { check, borrowed } = await findings(again);
  expect([check?.verdict, check?.evidence, borrowed]).toEqual(['notChecked', 'No picture could be compared.', []]);
});

test('pictures from before there were hashes get theirs in the background, and a waiting visit is compared with them', async () => {
  const original = await scene(71, whole);
  const old = await visit({ 'a.jpg': original }, { day: '2026-01-10' });
  await testApp.call(admin, `PUT /api/sessions/${old.id}/approve`, { body: {} });
  await settle();
  await sql`delete from visit_hashes where session_id = ${old.id}`.execute(testApp.database.query);
  await sql`delete from picture_hashes h where not exists (select 1 from visit_hashes v where v.picture_id = h.id)`.execute(
    testApp.database.query,
  );
  await sql`update visit_checks set hashed = false where session_id = ${old.id}`.execute(testApp.database.query);
  expect((await findings(old)).check).toMatchObject({
    verdict: 'notChecked',
    evidence: '1 picture not compared with earlier visits yet.',
  });
  await sql`delete from jobs`.execute(testApp.database.query);
  const again = await visit({ 'b.jpg': await saved(original) });
  // As its own job comes first.
  await sql`delete from jobs where kind <> 'checkVisit'`.execute(testApp.database.query);
  await settle();
  for (let round = 0; round < 20 && (await unhashed()) > 0; round++) await fill();
  await read(again);
  await settle();
  expect((await findings(again)).borrowed.map(({ known }) => known.sessionId)).toEqual([old.id]);
});

test('killed between two pictures, or run twice at once, the search ends in the same', async () => {
  const originals = await Promise.all(Array.from({ length: 2 }, (_, nth) => scene(80 + nth, whole)));
  const pictures = Object.fromEntries(originals.map((bytes, nth) => [`${nth}.jpg`, bytes]));
  await visit(pictures);
  await settle();
  const again = await visit(Object.fromEntries(originals.map((bytes, nth) => [`again-${nth}.jpg`, bytes])));
  await lane().runDue();
  const payload = JSON.stringify({ sessionId: again.id });
  await sql`update visit_hashes set searched_at = null where session_id = ${again.id}`.execute(testApp.database.query);
  await sql`insert into jobs (kind, payload) values ('findBorrowed', ${payload}::jsonb), ('findBorrowed', ${payload}::jsonb)`.execute(
    testApp.database.query,
  );
  await Promise.all([lane().runDue(), lane().runDue()]);
  await settle();
  expect((await findings(again)).borrowed.map(({ known }) => known.name)).toEqual(['0.jpg', '1.jpg']);
});

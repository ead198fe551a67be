// Lender's packs: their figures, pictures and links, their numbers, who makes and reads them, and what stays as it was.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import type { MadePack, Pack, ReportState } from '#contract/sharing/endpoints.ts';
import type { StageList } from '#contract/stages/endpoints.ts';
import { saveAlignment } from '#server/features/viewpoints/alignments/stored.ts';
import { readPdf } from '#server/test-support/files/read-pdf.ts';
import { scene } from '#server/test-support/files/scenes.ts';
import { createTestApp, type TestAnswer, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

const publicUrl = 'http://topout.example';
const march = { from: '2026-03-01', to: '2026-03-31' };

let folder: string;
let testApp: TestApp;
let people: Record<'admin' | 'crew' | 'client' | 'contributor' | 'checker' | 'viewer' | 'stranger', TestPerson>;
let project: number;
let first: number;
let second: number;
let stages: number[];

const db = () => testApp.database.query;
const messageOf = ({ body }: TestAnswer) => (body as { message: string }).message;

async function made(by: TestPerson, what: string, body: object): Promise<number> {
  const answer = await testApp.call(by, what, { body });
  if (answer.status >= 300) throw new Error(`${what}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: number }).id;
}

async function visit(links: object, captureDate: string, siteId: number): Promise<number> {
  const body = { projectId: project, siteId, captureDate, ...links };
  const id = await made(people.crew, 'POST /api/sessions', body);
  return made(people.admin, `PUT /api/sessions/${id}/approve`, {});
}

const mark = (by: TestPerson, stage: number, body: object) => made(by, `POST /api/stages/${stage}/marks`, body);

/** Marks cannot be changed: the clock of the database is what a test can move. */
async function dateLast(stage: number, at: string): Promise<void> {
  await sql`alter table stage_marks disable trigger stage_marks_stay`.execute(db());
  await sql`update stage_marks set at = ${at}::timestamptz where id = (select max(id) from stage_marks where stage_id = ${stage})`.execute(
    db(),
  );
  await sql`alter table stage_marks enable trigger stage_marks_stay`.execute(db());
}

type Confirming = { sessionId: number; file: string; day: string };

/** Claimed and seen an hour before it is confirmed. */
async function confirm(stage: number, { sessionId, file, day }: Confirming): Promise<void> {
  const pictures = [{ sessionId, mediaKind: 'drone', item: `local:${file}` }];
  await mark(people.crew, stage, { kind: 'claimed', sessionId });
  await dateLast(stage, `${day}T09:00:00Z`);
  await mark(people.admin, stage, { kind: 'seen', sessionId, criteria: [{ id: 1, ticked: true, pictures }] });
  await dateLast(stage, `${day}T09:30:00Z`);
  await mark(people.checker, stage, { kind: 'confirmed', criteria: [{ id: 1, ticked: true }] });
  await dateLast(stage, `${day}T10:00:00Z`);
}

const listed = (name: string, weight: number | null) => ({
  name,
  weight,
  criteria: [{ text: `${name} is done` }],
  wanted: [],
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-packs-'));
  for (const [name, left] of [
    ['one', 0],
    ['two', 12],
  ] as const) {
    mkdirSync(join(folder, 'media/lekki', name), { recursive: true });
    for (const [file, seed] of [
      ['VP01.jpg', 7],
      ['b.jpg', 8],
    ] as const)
      writeFileSync(
        join(folder, 'media/lekki', name, file),
        await scene(seed, { left, top: 0, width: 300, height: 200 }),
      );
  }
  testApp = await createTestApp({
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
    publicUrl,
    brand: { name: 'Skyline Média', email: '', linkedin: '', instagram: '' },
  });
  people = {
    admin: await testApp.person('admin', { firstName: 'Ada', lastName: 'Obi' }),
    crew: await testApp.person('photographer', { firstName: 'Ngozi', lastName: 'Okonkwo' }),
    client: await testApp.person('client', { firstName: 'Ṣadé', lastName: 'Bello' }),
    contributor: await testApp.person('client'),
    checker: await testApp.person('client', { firstName: 'Quincy', lastName: 'Surveyor' }),
    viewer: await testApp.person('client'),
    stranger: await testApp.person('client'),
  };
}, 120_000);
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

/** Three stages: one confirmed in February, one in March, one claimed in March. */
beforeEach(async () => {
  const { admin, crew, client } = people;
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Lekki <b>Palm</b>' });
  const site = await testApp.make.site({ projectId: project, photographerId: crew.id, name: 'Block A' });
  for (const role of ['contributor', 'checker', 'viewer'] as const)
    await testApp.make.member({ projectId: project, userId: people[role].id, role });
  const roots = [{ provider: 'local', root: 'lekki' }];
  await testApp.call(admin, `PUT /api/projects/${project}/media-roots`, { body: { roots } });
  first = await visit({ droneImagesUrl: '/media/folders/lekki/one' }, '2026-02-03', site);
  const viewpoint = { mediaKind: 'drone', item: 'local:lekki/one/VP01.jpg', name: 'North corner', kind: 'photo' };
  const coverage = await testApp.call(admin, `POST /api/sessions/${first}/viewpoints`, {
    body: { viewpoints: [viewpoint] },
  });
  const id = (coverage.body as { viewpoints: { id: number }[] }).viewpoints[0]?.id;
  second = await visit({ droneImagesUrl: '/media/folders/lekki/two' }, '2026-03-04', site);
  const place = { mediaKind: 'drone', item: 'local:lekki/two/VP01.jpg' };
  await testApp.call(admin, `PUT /api/viewpoints/${id}/pictures/${second}`, { body: place });
  await align();
  const list = [listed('Foundation', 3000), listed('Slab', 2550), listed('Walls', 4450)];
  const edited = await testApp.call(admin, `PUT /api/projects/${project}/stages`, { body: { stages: list } });
  stages = (edited.body as StageList).stages.map((stage) => stage.id);
  const [foundation = 0, slab = 0, walls = 0] = stages;
  await confirm(foundation, { sessionId: first, file: 'lekki/one/VP01.jpg', day: '2026-02-10' });
  await confirm(slab, { sessionId: second, file: 'lekki/two/VP01.jpg', day: '2026-03-10' });
  await mark(crew, walls, { kind: 'claimed', sessionId: second });
  await dateLast(walls, '2026-03-20T09:00:00Z');
});

/** As a job stores it: so far to the right, and settled. */
async function align(): Promise<void> {
  const of = async (file: string) => {
    const row = await db()
      .selectFrom('viewpoint_pictures')
      .select('file_version')
      .where('file', '=', file)
      .executeTakeFirstOrThrow();
    return { file, version: row.file_version ?? '' };
  };
  const matrix = [1, 0, 0.04, 0, 1, 0, 0, 0, 1] as const;
  const found = { matrix, inliers: 187, links: 1, settled: true, yaw: null, quality: null, marks: null };
  const pair = { older: await of('local:lekki/one/VP01.jpg'), newer: await of('local:lekki/two/VP01.jpg') };
  await saveAlignment(db(), pair, { found: { ...found, matrix: [...matrix] }, byHand: false });
}

const order = (person: TestPerson, period: object = march) =>
  testApp.call(person, `POST /api/projects/${project}/packs`, { body: period });

const fileOf = (person: TestPerson, id: number) =>
  testApp.app.inject({ url: `/api/packs/${id}/file`, headers: { cookie: person.cookie } });

async function whenReady(person: TestPerson, key: string): Promise<void> {
  const stateOf = async () => ((await testApp.call(person, `GET /api/reports/${key}`)).body as ReportState).state;
  await expect.poll(stateOf, { timeout: 60_000 }).toBe('ready');
}

async function make(person: TestPerson, period?: object) {
  const answer = await order(person, period);
  if (answer.status !== 202) throw new Error(messageOf(answer));
  const { pack, report } = answer.body as MadePack;
  await whenReady(person, report.key);
  const file = await fileOf(person, pack.id);
  expect(file.statusCode).toBe(200);
  return { pack, bytes: file.rawPayload, file, ...(await readPdf(file.rawPayload)) };
}

/** What a report of this session or project says, in one line. */
async function reportText(person: TestPerson, of: string, body: object): Promise<string> {
  const { key } = (await testApp.call(person, `POST /api/${of}/report`, { body })).body as ReportState;
  await whenReady(person, key);
  const headers = { cookie: person.cookie };
  const file = await testApp.app.inject({ url: `/api/reports/${key}/file`, headers });
  return (await readPdf(file.rawPayload)).text.replace(/\s+/g, ' ');
}

const packsOf = async (person: TestPerson) =>
  (await testApp.call(person, `GET /api/projects/${project}/packs`)).body as Pack[];

describe('a lender’s pack', () => {
  test('values each stage before the period, in it and to date, claimed beside confirmed, with exact sums', async () => {
    const { text, outline, title } = await make(people.client);
    expect(title).toBe('Lender’s pack no. 1, Lekki <b>Palm</b>, March 1, 2026 to March 31, 2026');
    expect(outline).toEqual([
      'Lekki <b>Palm</b>',
      'Valuation sheet',
      '1. Foundation',
      '2. Slab',
      '1 North corner',
      '3. Walls',
    ]);
    const words = text.replace(/\s+/g, ' ');
    expect(words).toContain('1. Foundation 30.00 % 30.00 % 0.00 % 30.00 % 30.00 % 0.00 % 30.00 %');
    expect(words).toContain('2. Slab 25.50 % 0.00 % 25.50 % 25.50 % 0.00 % 25.50 % 25.50 %');
    expect(words).toContain('3. Walls 44.50 % 0.00 % 44.50 % 44.50 % 0.00 % 0.00 % 0.00 %');
    expect(words).toContain('Total 100.00 % 30.00 % 70.00 % 100.00 % 30.00 % 25.50 % 55.50 %');
    expect(words).toContain('Walls · 2 of 3 stages confirmed');
  });

  test('says who claimed, saw, confirmed and acknowledged what, and when, as it was at the end of the period', async () => {
    const [foundation = 0] = stages;
    await mark(people.client, foundation, { kind: 'acknowledged', note: 'Paid' });
    await dateLast(foundation, '2026-02-11T10:00:00Z');
    const { text } = await make(people.client);
    const words = text.replace(/\s+/g, ' ');
    expect(words).toContain(
      'Claimed by Ngozi Okonkwo (photographer) on February 10, 2026 at 10:00, for the visit of February 3, 2026.',
    );
    expect(words).toContain('Seen by Ada Obi (company) on February 10, 2026 at 10:30');
    expect(words).toContain('Confirmed by Quincy Surveyor (checker) on February 10, 2026 at 11:00.');
    expect(words).toContain('Acknowledged by Ṣadé Bello (client) on February 11, 2026 at 11:00. ‘Paid’');
    const before = (await make(people.client, { from: '2026-02-01', to: '2026-02-28' })).text.replace(/\s+/g, ' ');
    expect(before).toContain('2. Slab 25.50 % 0.00 % 0.00 % 0.00 % 0.00 % 0.00 % 0.00 %');
    expect(before).not.toContain('March 10, 2026');
  });

  test('shows the pictures of its criteria, and a viewpoint beside the same one in the stage before, aligned', async () => {
    const { text, tags, pictures } = await make(people.client);
    const figures = tags.filter(({ role }) => role === 'Figure').map(({ alt }) => alt);
    expect(figures).toEqual([
      'Lekki <b>Palm</b>, March 4, 2026',
      `QR code: Open this project, ${publicUrl}/projects/${project}`,
      'Foundation is done: VP01.jpg · February 3, 2026',
      'Slab is done: VP01.jpg · March 4, 2026',
      'North corner, before, February 3, 2026',
      'North corner, after, March 4, 2026',
    ]);
    expect(pictures.reduce((sum, one) => sum + one)).toBe(5);
    expect(text).toContain('aligned on 187 points');
    expect(text).not.toContain('could not be shown');
  });

  test('holds the concerns that still wait for an answer, with what was cut out, and no settled ones', async () => {
    const anchor = { kind: 'photo', mediaKind: 'drone', file: 'local:lekki/two/b.jpg', x: 0.5, y: 0.5 };
    const body = { sessionId: second, reason: 'A crack in the slab', anchor };
    const open = (await testApp.call(people.client, 'POST /api/disputes', { body })).body as Dispute;
    const settled = await made(people.client, 'POST /api/disputes', { sessionId: second, reason: 'A puddle' });
    await testApp.call(people.admin, `PATCH /api/disputes/${settled}/resolve`);
    const { text, tags } = await make(people.client);
    expect(text).toContain('A crack in the slab');
    expect(text).not.toContain('A puddle');
    expect(tags.some(({ alt }) => alt === `Place of concern ${open.id}, cropped from b.jpg`)).toBe(true);
  });

  test('links every per cent to the page of its stage, and each of its links opens what it says', async () => {
    const { text, links, tags } = await make(people.client);
    const shares = text.match(/\d+\.\d\d %/g) ?? [];
    const ofStage = links.filter((link) => link.startsWith(`${publicUrl}/stages/`));
    const ofProject = links.filter((link) => link === `${publicUrl}/projects/${project}`);
    // Of each stage the seven of its row, and its weight; of the project the seven sums, and the code on the cover.
    expect(ofStage).toHaveLength(3 * 8);
    expect(ofProject).toHaveLength(7 + 1);
    expect(shares).toHaveLength(3 * 8 + 7);
    expect(tags.filter(({ role }) => role === 'Link')).toHaveLength(links.length);
    for (const link of new Set(links)) {
      const call = new URL(link).pathname;
      expect((await testApp.call(people.client, `GET /api${call}`)).status).toBe(200);
    }
  });

  test('counts stages, and says so, where they have no weights', async () => {
    const list = ['Foundation', 'Slab', 'Walls'].map((name, at) => ({ ...listed(name, null), id: stages[at] }));
    await testApp.call(people.admin, `PUT /api/projects/${project}/stages`, { body: { stages: list } });
    const { text } = await make(people.client);
    const words = text.replace(/\s+/g, ' ');
    expect(words).toContain('The weights of these stages do not add up to 100 %, so the sheet counts stages instead.');
    expect(words).toContain('Total 3 1 2 3 1 1 2');
    expect(words).not.toMatch(/\d\.\d\d %/);
  });

  test('has a sheet for each list of stages', async () => {
    const site = await testApp.make.site({ projectId: project, photographerId: people.crew.id, name: 'Block B' });
    const ofSite = { siteId: site, stages: [listed('Roof', 10_000)] };
    await testApp.call(people.admin, `PUT /api/projects/${project}/stages`, { body: ofSite });
    const { outline, text } = await make(people.client);
    expect(outline).toContain('Valuation sheet: Block B');
    expect(text).toContain('Block B · Roof · 0 of 1 stage confirmed');
  });

  test('stays as it was: the same figures and the same bytes, whatever was marked, released or written since', async () => {
    const { pack, bytes } = await make(people.client);
    const again = await make(people.admin);
    expect([again.pack.id, again.pack.number]).toEqual([pack.id, 1]);
    expect(again.bytes).toEqual(bytes);
    await mark(people.admin, stages[1] ?? 0, { kind: 'confirmed', act: 'taken_back', note: 'Wrong stage' });
    await dateLast(stages[1] ?? 0, '2026-03-28T10:00:00Z');
    expect((await fileOf(people.client, pack.id)).rawPayload).toEqual(bytes);
    const corrected = await make(people.client);
    expect(corrected.pack).toMatchObject({ number: 2, corrects: 1, ...march });
    expect(corrected.text).toContain('No. 2, which corrects no. 1');
    expect(corrected.text.replace(/\s+/g, ' ')).toContain(
      '2. Slab 25.50 % 0.00 % 25.50 % 25.50 % 0.00 % 0.00 % 0.00 %',
    );
    const other = await make(people.client, { from: '2026-02-01', to: '2026-02-28' });
    expect(other.pack).toMatchObject({ number: 3, corrects: null });
    expect((await packsOf(people.viewer)).map(({ number, corrects }) => [number, corrects])).toEqual([
      [3, null],
      [2, 1],
      [1, null],
    ]);
    await expect(sql`update packs set number = 9 where id = ${pack.id}`.execute(db())).rejects.toThrow();
    await expect(sql`delete from packs where id = ${pack.id}`.execute(db())).rejects.toThrow();
  });

  test('lies where no clean-up of reports finds it; a file that was lost is drawn again with the same bytes', async () => {
    const { pack, bytes } = await make(people.client);
    rmSync(join(folder, 'data/reports'), { recursive: true, force: true });
    expect((await fileOf(people.client, pack.id)).rawPayload).toEqual(bytes);
    await mark(people.admin, stages[1] ?? 0, { kind: 'confirmed', act: 'taken_back', note: 'Wrong stage' });
    rmSync(join(folder, 'data/packs'), { recursive: true });
    expect((await fileOf(people.client, pack.id)).rawPayload).toEqual(bytes);
  });

  test('that two people make at once is one', async () => {
    const answers = await Promise.all([order(people.client), order(people.admin), order(people.contributor)]);
    expect(answers.map(({ body }) => (body as MadePack).pack.number)).toEqual([1, 1, 1]);
    expect(await packsOf(people.client)).toHaveLength(1);
  });

  test('says how many pictures of a stage are withheld, and is no longer given out once one in it was taken back', async () => {
    const { pack } = await make(people.client);
    const item = encodeURIComponent('local:lekki/two/VP01.jpg');
    const path = `/api/sessions/${second}/media/drone/${item}/taken-back`;
    await testApp.call(people.admin, `PUT ${path}`, { body: { reason: 'A face' } });
    const refused = await fileOf(people.client, pack.id);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'A picture in this pack has been taken back since: make it again, under the next number',
    ]);
    expect((await packsOf(people.client))[0]).toMatchObject({ number: 1, withdrawn: true });
    const next = await make(people.client);
    expect(next.pack).toMatchObject({ number: 2, corrects: 1, withdrawn: false });
    expect(next.text).toContain('1 picture withheld: taken back, or not released.');
    expect(next.text.replace(/\s+/g, ' ')).toContain(
      'The visit or a picture that it is based on has been taken back since.',
    );
  });

  test('is made by admins and whoever may share from the project, read by viewers and checkers, and written down', async () => {
    const { pack } = await make(people.contributor);
    for (const who of ['viewer', 'checker'] as const) {
      const refused = await order(people[who]);
      expect([refused.status, messageOf(refused)]).toEqual([
        403,
        'Viewers and checkers can read packs, but not make them',
      ]);
      expect((await fileOf(people[who], pack.id)).statusCode).toBe(200);
    }
    expect((await order(people.stranger)).status).toBe(404);
    expect((await fileOf(people.stranger, pack.id)).statusCode).toBe(404);
    expect((await fileOf(people.crew, pack.id)).statusCode).toBe(403);
    const { body } = await testApp.call(people.admin, 'GET /api/audit-log?act=packMade&limit=1');
    expect(body).toMatchObject([
      {
        byId: people.contributor.id,
        project: { id: project },
        changes: [
          { field: 'number', after: '1' },
          { field: 'from', after: march.from },
          { field: 'to', after: march.to },
        ],
      },
    ]);
  });

  test.each([
    [{ from: '2026-03-31', to: '2026-03-01' }, 400, 'The period ends before it begins'],
    [{ from: '2026-03-01', to: '2100-01-01' }, 400, 'The period ends in the future'],
    [{ from: 'March', to: '2026-03-31' }, 400, 'From must be a day, yyyy-mm-dd'],
  ])('of %j is refused in a sentence', async (period, status, message) => {
    const answer = await order(people.client, period);
    expect([answer.status, messageOf(answer)]).toEqual([status, message]);
  });

  test('of a project without stages is refused in a sentence', async () => {
    project = await testApp.make.project({ clientId: people.client.id, createdBy: people.admin.id });
    const answer = await order(people.client);
    expect([answer.status, messageOf(answer)]).toEqual([409, 'This project has no stages yet: add them first']);
  });
});

describe('a pack behind a share link', () => {
  const share = (body: object) =>
    testApp.call(people.client, `POST /api/projects/${project}/share-links`, {
      body: { scope: 'report', recipient: 'The bank', ...body },
      headers: { origin: publicUrl },
    });
  const guest = (url: string) => testApp.app.inject({ url });

  async function shared(number: number): Promise<string> {
    const answer = await share({ report: { of: 'pack', number } });
    if (answer.status !== 201) throw new Error(messageOf(answer));
    return (answer.body as { path: string }).path;
  }

  async function fileBehind(path: string) {
    await expect.poll(async () => (await guest(`${path}/report/file`)).statusCode, { timeout: 60_000 }).toBe(200);
    const { rawPayload } = await guest(`${path}/report/file`);
    return { bytes: rawPayload, ...(await readPdf(rawPayload)) };
  }

  test('is the guest’s edition: the same figures, checkers by name, and nobody else’s, no concern and no file name', async () => {
    await testApp.call(people.client, 'POST /api/disputes', { body: { sessionId: second, reason: 'A secret crack' } });
    const own = await make(people.client);
    const { text } = await fileBehind(await shared(own.pack.number));
    const figures = (words: string) => words.match(/\d+\.\d\d %/g);
    expect(figures(text)).toEqual(figures(own.text));
    const words = text.replace(/\s+/g, ' ');
    expect(words).toContain('Confirmed by Quincy Surveyor (checker) on March 10, 2026');
    expect(words).toContain('Claimed by the photographer on March 10, 2026');
    expect(words).toContain('Seen by the company on March 10, 2026');
    expect(own.text).toMatch(/Okonkwo/);
    expect(text).not.toMatch(/Okonkwo|Ada Obi|Bello|secret crack|VP01/);
  });

  test('leads with every figure to its stage on the shared page, and is the same file as long as the link is there', async () => {
    const { pack } = await make(people.client);
    const path = await shared(pack.number);
    const { links, bytes } = await fileBehind(path);
    const page = (await guest(path)).body;
    expect(page).toContain('Lender’s pack no. 1');
    const places = [...new Set(links)].map((link) => new URL(link));
    expect(new Set(places.map(({ pathname }) => pathname))).toEqual(new Set([path]));
    const anchors = places.flatMap(({ hash }) => (hash === '' ? [] : [hash.slice(1)]));
    expect(anchors.filter((anchor) => !page.includes(`id="${anchor}"`))).toEqual([]);
    expect(anchors).toHaveLength(3);
    expect(links.filter((link) => link.endsWith(`#stage-${stages[0]}`))).toHaveLength(8);
    await mark(people.admin, stages[1] ?? 0, { kind: 'confirmed', act: 'taken_back', note: 'Wrong stage' });
    rmSync(join(folder, 'data/reports'), { recursive: true });
    expect((await fileBehind(path)).bytes).toEqual(bytes);
  });

  test('ends where a picture in it is taken back, and is refused where there is no such pack', async () => {
    const { pack } = await make(people.client);
    const path = await shared(pack.number);
    expect((await guest(path)).statusCode).toBe(200);
    const item = encodeURIComponent('local:lekki/two/VP01.jpg');
    await testApp.call(people.admin, `PUT /api/sessions/${second}/media/drone/${item}/taken-back`, {
      body: { reason: 'A face' },
    });
    expect((await guest(path)).statusCode).toBe(404);
    expect((await guest(`${path}/report/file`)).statusCode).toBe(404);
    const refused = [
      await share({ report: { of: 'pack', number: 1 } }),
      await share({ report: { of: 'pack', number: 9 } }),
    ];
    expect(refused.map((answer) => [answer.status, messageOf(answer)])).toEqual([
      [400, 'A picture in this pack has been taken back since: make it again first'],
      [400, 'The project has no pack with this number'],
    ]);
  });
});

test('reports of a visit and of a period name the present stage', async () => {
  const words = 'Walls · 2 of 3 stages confirmed';
  expect(await reportText(people.client, `sessions/${second}`, {})).toContain(words);
  expect(await reportText(people.client, `projects/${project}`, march)).toContain(words);
});

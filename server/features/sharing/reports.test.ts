// Reports: their contents by reader, waiting, progress, cancelling, and who gets the file.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anchorAddress } from '#contract/disputes/anchors.ts';
import type { Dispute, DisputeMessage } from '#contract/disputes/endpoints.ts';
import { classifyLink } from '#contract/links/link.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { PeriodPreview, ReportState } from '#contract/sharing/endpoints.ts';
import { saveAlignment } from '#server/features/viewpoints/alignments/stored.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import { readPdf } from '#server/test-support/files/read-pdf.ts';
import { scene } from '#server/test-support/files/scenes.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let folder: string;
let testApp: TestApp;
let people: Record<'admin' | 'crew' | 'client' | 'otherClient', TestPerson>;
let project: number;
let site: number;
let first: number;
let second: number;

async function submit(links: object, captureDate: string): Promise<number> {
  const body = { projectId: project, siteId: site, captureDate, phase: 'framing', ...links };
  return ((await testApp.call(people.crew, 'POST /api/sessions', { body })).body as Session).id;
}

const approve = (id: number) => testApp.call(people.admin, `PUT /api/sessions/${id}/approve`, { body: {} });

/** As a job stores it; a pair that could not be aligned has no matrix. */
async function align(pair: { older: string; newer: string }, matrix: number[] | null): Promise<void> {
  const db = testApp.database.query;
  const files = await db
    .selectFrom('viewpoint_pictures')
    .select(['file', 'file_version as version'])
    .where('file', 'in', [pair.older, pair.newer])
    .execute();
  const of = (file: string) => ({ file, version: files.find((one) => one.file === file)?.version ?? '' });
  const found = { matrix, inliers: 187, links: 1, settled: true, yaw: null, quality: null, marks: null };
  await saveAlignment(db, { older: of(pair.older), newer: of(pair.newer) }, { found, byHand: false });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-reports-'));
  const media = join(folder, 'media/lekki');
  for (const [name, left] of [
    ['one', 0],
    ['two', 12],
  ] as const) {
    mkdirSync(join(media, name), { recursive: true });
    writeFileSync(join(media, name, 'VP01.jpg'), await scene(7, { left, top: 0, width: 300, height: 200 }));
    writeFileSync(join(media, name, 'b.jpg'), await scene(8, { left, top: 0, width: 300, height: 200 }));
  }
  mkdirSync(join(media, 'inside'));
  writeFileSync(join(media, 'inside/hall.jpg'), await scene(9, { left: 0, top: 0, width: 300, height: 200 }));
  testApp = await createTestApp({
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
    publicUrl: 'http://topout.example',
    brand: { name: 'Skyline Média', email: '', linkedin: '', instagram: '' },
  });
  people = {
    admin: await testApp.person('admin', { firstName: 'Ada', lastName: 'Obi' }),
    crew: await testApp.person('photographer', { firstName: 'Ngozi', lastName: 'Okonkwo' }),
    client: await testApp.person('client', { firstName: 'Ṣadé', lastName: 'Bello' }),
    otherClient: await testApp.person('client'),
  };
  const { admin, crew, client } = people;
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Lekki <b>Palm</b>' });
  site = await testApp.make.site({ projectId: project, photographerId: crew.id, name: 'Block A' });
  await testApp.call(admin, `PUT /api/projects/${project}/media-roots`, {
    body: { roots: [{ provider: 'local', root: 'lekki' }] },
  });
  const inside = { indoorImagesUrl: '/media/folders/lekki/inside', notes: 'Rain in the morning' };
  first = await submit({ droneImagesUrl: '/media/folders/lekki/one', ...inside }, '2026-02-03');
  await approve(first);
  const viewpoint = { mediaKind: 'drone', item: 'local:lekki/one/VP01.jpg', name: 'North corner', kind: 'photo' };
  const made = await testApp.call(admin, `POST /api/sessions/${first}/viewpoints`, {
    body: { viewpoints: [viewpoint] },
  });
  const id = (made.body as { viewpoints: { id: number }[] }).viewpoints[0]?.id;
  second = await submit({ droneImagesUrl: '/media/folders/lekki/two', notes: 'Cost so far ₦ 5,000' }, '2026-03-04');
  await approve(second);
  const place = { mediaKind: 'drone', item: 'local:lekki/two/VP01.jpg' };
  await testApp.call(admin, `PUT /api/viewpoints/${id}/pictures/${second}`, { body: place });
  await align({ older: 'local:lekki/one/VP01.jpg', newer: 'local:lekki/two/VP01.jpg' }, null);
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

const order = (person: TestPerson, body: object = {}, path = `sessions/${second}`) =>
  testApp.call(person, `POST /api/${path}/report`, { body });

const stateOf = async (person: TestPerson, key: string) =>
  (await testApp.call(person, `GET /api/reports/${key}`)).body as ReportState;

async function fileOf(person: TestPerson, key: string) {
  return testApp.app.inject({ url: `/api/reports/${key}/file`, headers: { cookie: person.cookie } });
}

async function make(person: TestPerson, body: object = {}, path?: string) {
  const { key, name } = (await order(person, body, path)).body as ReportState;
  await expect.poll(async () => (await stateOf(person, key)).state, { timeout: 60_000 }).toBe('ready');
  const file = await fileOf(person, key);
  return { key, name, file, ...(await readPdf(file.rawPayload)) };
}

const period = { from: '2026-01-01', to: '2026-12-31' };

describe('a session’s report', () => {
  test('holds facts, notes, the pair of its viewpoint, pictures and who released it', async () => {
    const { text, outline, links, pictures, file, name } = await make(people.client);
    expect(file.statusCode).toBe(200);
    expect(name).toBe('Lekki _b_Palm__b_ - Block A - 2026-03-04 - report.pdf');
    expect(outline).toEqual([
      'Lekki <b>Palm</b>',
      'Notes',
      'Before and after',
      '1 North corner',
      'Drone photos',
      'Released by',
    ]);
    expect(text).toContain('Skyline Média');
    expect(text).toContain('Ngozi Okonkwo');
    expect(text).toContain('Cost so far ₦ 5,000');
    expect(text).toMatch(/February 3, 2026[\s\S]*March 4, 2026/);
    expect(text).toMatch(/Approved by Ada Obi on .* \(Africa\/Lagos\), record \d+\./);
    expect(links).toEqual([`http://topout.example/sessions/${second}`]);
    expect(pictures.reduce((sum, one) => sum + one)).toBe(4);
  });

  test('is for clients made of the released record alone', async () => {
    const edited = await testApp.call(people.crew, `PATCH /api/sessions/${second}`, {
      body: { notes: 'Not for clients yet' },
    });
    expect(edited.status).toBe(200);
    expect((await make(people.client)).text).not.toContain('Not for clients yet');
    const crew = await make(people.crew);
    expect(crew.text).toContain('Not for clients yet');
    expect((await make(people.admin, { edition: 'client' })).text).not.toContain('Not for clients yet');
    expect((await order(people.crew, { edition: 'client' })).status).toBe(403);
    await approve(second);
  });

  test('of a session that was never released is for its crew and admins', async () => {
    const waiting = await submit({}, '2026-03-09');
    expect((await make(people.crew, {}, `sessions/${waiting}`)).text).toContain('not released');
    const refused = await order(people.admin, { edition: 'client' }, `sessions/${waiting}`);
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([409, 'not_released']);
    expect((await order(people.client, {}, `sessions/${waiting}`)).status).toBe(404);
    await testApp.call(people.crew, `DELETE /api/sessions/${waiting}`);
  });

  test('holds its concerns with their answers and what was cut out', async () => {
    const anchor = { kind: 'photo', mediaKind: 'drone', file: 'local:lekki/two/b.jpg', x: 0.5, y: 0.5 };
    const raised = await testApp.call(people.client, 'POST /api/disputes', {
      body: { sessionId: second, reason: 'A crack\nin the wall', priority: 'high', anchor },
    });
    const { id } = raised.body as { id: number };
    const shown = { ...anchor, x: 0.25 };
    await testApp.call(people.crew, `POST /api/disputes/${id}/messages`, {
      body: { message: 'It is a joint', anchor: shown },
    });
    const { text, tags, outline, pictures, links } = await make(people.client);
    expect(outline).toContain(`Concern ${id}: High priority, open`);
    expect(text).toContain('in the wall');
    expect(text).toContain('It is a joint');
    expect(text).toContain('Ṣadé Bello');
    expect(tags.some(({ alt }) => alt === `Place of concern ${id}, cropped from b.jpg`)).toBe(true);
    expect(tags.some(({ alt }) => alt === 'Picture in the answer of Ngozi Okonkwo, cropped from b.jpg')).toBe(true);
    expect(text).not.toContain('could not be shown');
    // The cover, the pair of the viewpoint, the other picture, and both crops.
    expect(pictures.reduce((sum, one) => sum + one)).toBe(6);
    const { anchor: place } = (await testApp.call(people.client, `GET /api/disputes/${id}`)).body as Dispute;
    const { body: messages } = await testApp.call(people.client, `GET /api/disputes/${id}/messages`);
    const answer = (messages as DisputeMessage[])[0]?.anchor;
    expect(links, 'each opens the exact view').toEqual([
      `http://topout.example/sessions/${second}`,
      ...[place, answer].map((each) => each && `http://topout.example${anchorAddress(each)}`),
    ]);
  });

  test('is made once for the same content, and has the same bytes', async () => {
    const one = await make(people.client);
    const again = (await order(people.client)).body as ReportState;
    expect([again.key, again.state, again.bytes]).toEqual([one.key, 'ready', one.file.rawPayload.length]);
    rmSync(join(folder, 'data/reports'), { recursive: true });
    const anew = await make(people.client);
    expect(anew.key).toBe(one.key);
    expect(anew.file.rawPayload).toEqual(one.file.rawPayload);
  });

  test('is written down in the audit log', async () => {
    await make(people.client);
    const { body } = await testApp.call(people.admin, 'GET /api/audit-log?act=reportMade&limit=1');
    expect(body).toMatchObject([
      { byId: people.client.id, subject: { kind: 'session', id: second }, project: { id: project } },
    ]);
  });

  test('is given to nobody who did not ask for it, and kept by no cache', async () => {
    const { key, file } = await make(people.client);
    expect(file.headers['cache-control']).toBe('no-store');
    expect(file.headers['content-disposition']).toContain('attachment');
    expect((await fileOf(people.otherClient, key)).statusCode).toBe(404);
    expect((await testApp.call(people.otherClient, `GET /api/reports/${key}`)).status).toBe(404);
  });

  test('that nobody waits for any more is not made, and leaves nothing behind', async () => {
    const waiting = [await submit({}, '2026-03-10'), await submit({}, '2026-03-11')];
    const asked: ReportState[] = [];
    for (const id of waiting) asked.push((await order(people.admin, {}, `sessions/${id}`)).body as ReportState);
    for (const { key } of asked)
      expect((await testApp.call(people.admin, `DELETE /api/reports/${key}`)).status).toBe(200);
    for (const { key } of asked) expect((await testApp.call(people.admin, `GET /api/reports/${key}`)).status).toBe(404);
    await expect
      .poll(() => readdirSync(join(folder, 'data/reports')).filter((name) => name.endsWith('.part')))
      .toEqual([]);
  });

  test.each([
    [{ edition: 'guest' }, 'edition must be crew or client'],
    [{ pictures: 5000 }, 'pictures must be one of 12, 24, 60'],
  ])('asked for with %j is refused in a sentence', async (body, message) => {
    const answer = await order(people.client, body);
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([400, message]);
  });
});

describe('a period’s report', () => {
  test('shows first and last of each viewpoint, every visit, and the latest pictures', async () => {
    const { text, outline, links } = await make(people.client, period, `projects/${project}`);
    expect(outline.slice(0, 3)).toEqual(['Lekki <b>Palm</b>', 'Before and after', '1 North corner, Block A']);
    expect(outline).toContain('Visits');
    expect(text).toContain('January 1, 2026 to December 31, 2026');
    expect(text).toContain('2 visits');
    expect(links[0]).toBe(`http://topout.example/projects/${project}`);
  });

  test('holds of each visit its notes, who released it and when, and pictures of every tab with their time', async () => {
    const source = createLocalSource({ demo: null, mediaRoot: join(folder, 'media') });
    const roots = [{ provider: 'local', root: 'lekki' }] as const;
    const [hall] = (await source.list(classifyLink('/media/folders/lekki/inside', {}), [...roots])) ?? [];
    await sql`insert into picture_details (file, version, captured_at)
      values (${hall?.id}, ${hall?.version}, '2026-02-03T09:41:00')`.execute(testApp.database.query);
    const { text, outline } = await make(people.client, period, `projects/${project}`);
    const words = text.replace(/\s+/g, ' ');
    expect(words).toMatch(/Approved, released by Ada Obi on \w{3} \d+, 20\d\d/);
    expect(outline).toEqual(
      expect.arrayContaining([
        'Drone photos, March 4, 2026, Block A',
        'Indoor photos, February 3, 2026, Block A',
        'Notes of the visits',
        'February 3, 2026, Block A',
      ]),
    );
    expect(words).toContain('hall.jpg · February 3, 2026 at 09:41');
    expect(words).toContain('Rain in the morning');
  });

  test('shows before what it would hold, and then only the chosen pairs', async () => {
    const search = new URLSearchParams(period);
    const preview = (await testApp.call(people.client, `GET /api/projects/${project}/report-preview?${search}`))
      .body as PeriodPreview;
    expect(preview.sessionCount).toBe(2);
    expect(preview.pairs).toMatchObject([
      { name: '1 North corner, Block A', before: { sessionId: first }, after: { sessionId: second } },
    ]);
    const { outline } = await make(people.client, { ...period, viewpoints: [] }, `projects/${project}`);
    expect(outline).not.toContain('Before and after');
  });

  test('is previewed as its reader will see it: for clients without what is not released', async () => {
    const { admin, crew, client } = people;
    const third = await submit({ droneImagesUrl: '/media/folders/lekki/one' }, '2026-04-05');
    const previewOf = async (person: TestPerson, edition: string) => {
      const search = new URLSearchParams({ from: '2026-02-01', to: '2026-04-30', edition });
      return testApp.call(person, `GET /api/projects/${project}/report-preview?${search}`);
    };
    expect(((await previewOf(admin, 'crew')).body as PeriodPreview).sessionCount).toBeGreaterThan(2);
    for (const answer of [await previewOf(admin, 'client'), await previewOf(client, 'crew')])
      expect(answer.body).toMatchObject({ sessionCount: 2, pairs: [{ after: { sessionId: second } }] });
    expect((await previewOf(crew, 'client')).status).toBe(403);
    expect((await previewOf(people.otherClient, 'crew')).status).toBe(404);
    await testApp.call(crew, `DELETE /api/sessions/${third}`);
  });

  test('shows no viewpoint of another project, whoever names it', async () => {
    const { admin, client, crew } = people;
    const other = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Elsewhere' });
    await testApp.make.member({ projectId: other, userId: crew.id, role: 'contributor' });
    const search = new URLSearchParams(period);
    const preview = await testApp.call(client, `GET /api/projects/${project}/report-preview?${search}`);
    const viewpoints = (preview.body as PeriodPreview).pairs.map(({ viewpointId }) => viewpointId);
    expect(viewpoints).toHaveLength(1);
    const { outline, pictures } = await make(client, { ...period, viewpoints }, `projects/${other}`);
    expect(outline).not.toContain('Before and after');
    expect(pictures.reduce((sum, one) => sum + one)).toBe(0);
    expect((await order(people.otherClient, period, `projects/${other}`)).status).toBe(404);
  });

  test.each([
    [{ from: '2026-02-30', to: '2026-03-01' }, 'From must be a day, yyyy-mm-dd'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'The period ends before it begins'],
  ])('from %j is refused in a sentence', async (body, message) => {
    const answer = await order(people.client, body, `projects/${project}`);
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([400, message]);
  });

  test('over more than 5,000 sessions is asked to be narrowed', async () => {
    const { admin, client, crew } = people;
    const large = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    await testApp.make.member({ projectId: large, userId: crew.id, role: 'contributor' });
    const body = { projectId: large, captureDate: '2026-01-02' };
    const { id } = (await testApp.call(crew, 'POST /api/sessions', { body })).body as Session;
    const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_name = 'sessions' and column_name <> 'id' and is_generated = 'NEVER'`.execute(testApp.database.query);
    const names = sql.join(columns.rows.map(({ name }) => sql.ref(name)));
    await sql`insert into sessions (${names}) select ${names} from sessions, generate_series(1, 5000) where id = ${id}`.execute(
      testApp.database.query,
    );
    const answer = await order(admin, period, `projects/${large}`);
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([
      400,
      'This period has 5,001 sessions, but a report can have at most 5,000: choose a shorter period',
    ]);
  });
});

describe('a pair that nobody compared', () => {
  const pair = { older: 'local:lekki/one/b.jpg', newer: 'local:lekki/two/b.jpg' };
  const queued = async () => {
    const jobs = await testApp.database.query
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'alignPictures')
      .execute();
    return jobs.map(({ payload }) => payload as { older: { file: string }; newer: { file: string } });
  };
  const own = expect.objectContaining({
    older: expect.objectContaining({ file: pair.older }),
    newer: expect.objectContaining({ file: pair.newer }),
  });

  beforeAll(async () => {
    const viewpoint = { mediaKind: 'drone', item: pair.older, name: 'Gate', kind: 'photo' };
    const made = await testApp.call(people.admin, `POST /api/sessions/${first}/viewpoints`, {
      body: { viewpoints: [viewpoint] },
    });
    const { id } = (made.body as { viewpoints: { id: number; name: string }[] }).viewpoints.find(
      ({ name }) => name === 'Gate',
    ) as { id: number };
    const body = { mediaKind: 'drone', item: pair.newer };
    await testApp.call(people.admin, `PUT /api/viewpoints/${id}/pictures/${second}`, { body });
  });

  test('is put in line when the preview of a report shows it, once', async () => {
    expect(await queued()).toEqual([]);
    const search = new URLSearchParams(period);
    const preview = () => testApp.call(people.client, `GET /api/projects/${project}/report-preview?${search}`);
    expect(((await preview()).body as PeriodPreview).pairs).toHaveLength(2);
    expect(await queued()).toEqual([own]);
    await preview();
    expect(await queued()).toHaveLength(1);
  });

  test.each([
    ['session', () => ({ path: `sessions/${second}`, body: {} })],
    ['period', () => ({ path: `projects/${project}`, body: period })],
  ])('is waited for by the report of a %s, which shows it aligned as soon as it is', async (_, asked) => {
    await sql`delete from alignments where older_file = ${pair.older}`.execute(testApp.database.query);
    await sql`delete from jobs where kind = 'alignPictures'`.execute(testApp.database.query);
    const { path, body } = asked();
    const { key } = (await order(people.client, body, path)).body as ReportState;
    await expect
      .poll(() => stateOf(people.client, key), { timeout: 10_000 })
      .toMatchObject({ state: 'aligning', done: 0, total: 1 });
    expect(await queued()).toEqual([own]);
    await align(pair, [1, 0, 0.01, 0, 1, 0, 0, 0, 1]);
    await expect.poll(async () => (await stateOf(people.client, key)).state, { timeout: 60_000 }).toBe('ready');
    const { rawPayload } = await fileOf(people.client, key);
    const { text } = await readPdf(rawPayload);
    expect(text.replace(/\s+/g, ' ')).toContain('overlaid on the newer one, aligned on 187 points');
    // A report requested now uses the alignment: it is that very file.
    const again = (await order(people.client, body, path)).body as ReportState;
    expect(again).toMatchObject({ state: 'ready', bytes: rawPayload.length });
    expect((await fileOf(people.client, again.key)).rawPayload).toEqual(rawPayload);
  });
});
